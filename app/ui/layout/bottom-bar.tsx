import { useLocation } from "@remix-run/react";
import { QuoteLink } from "~/quote/form/quote-link";
import { useBusiness } from "~/site/business";
import { pageAt } from "~/site/pages";
import { pageBehind } from "~/site/quote-urls";
import { useBehindModal } from "~/ui/layout/page";

/** On phones only. The stylesheet hides it while a field has the focus. A page with a form needs no second one. */
export function BottomBar() {
  const { phone, phoneHref } = useBusiness();
  const hasForm = pageAt(pageBehind(useLocation().pathname))?.form;
  return (
    <nav
      className="bottom-bar"
      aria-label={hasForm ? "Call us" : "Call or get a quote"}
      {...useBehindModal()}
    >
      <a href={phoneHref} className="button button-secondary">
        Call{hasForm ? ` ${phone}` : ""}
      </a>{" "}
      {hasForm ? null : <QuoteLink className="button">Get Quote</QuoteLink>}
    </nav>
  );
}
