import { Link } from "@remix-run/react";
import { CALL_TO_ACTION } from "~/contractor/shared";
import { QuoteLink } from "~/quote/form/quote-link";
import { useBusiness } from "~/root-data";
import { ClosingPicture } from "~/ui/sections/picture";

/** The last section of a page. `hideServices`: for the services page itself. */
export function CallToAction({ hideServices = false }: { hideServices?: boolean }) {
  const { owner, phone, phoneHref } = useBusiness();
  return (
    <section className="call-to-action" aria-labelledby="call-to-action">
      <h2 id="call-to-action">{CALL_TO_ACTION.title}</h2>
      <p>
        {CALL_TO_ACTION.text} Or call <a href={phoneHref}>{phone}</a>
        {owner ? ` and ask for ${owner}` : ""}.
      </p>
      <div className="actions">
        <QuoteLink at="call-to-action" className="button">
          Get Your Quote
        </QuoteLink>
        {hideServices ? null : (
          <Link to="/services" className="button button-secondary">
            View Services
          </Link>
        )}
      </div>
      <ClosingPicture second={hideServices} />
    </section>
  );
}
