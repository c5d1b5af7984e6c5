import { useLocation } from "@remix-run/react";
import { QuoteLink } from "~/quote/form/quote-link";
import { useBusiness } from "~/root-data";
import { useBehindModal } from "~/ui/layout/page";
import { pageAt } from "~/urls/pages";
import { backgroundPath } from "~/urls/quote-urls";

/** The bar on phones, hidden by the stylesheet while a field has the focus. On a page with a form it has no quote link. */
export function BottomBar() {
  const { phone, phoneHref, sms } = useBusiness();
  const hasForm = pageAt(backgroundPath(useLocation().pathname))?.form;
  const reach = sms ? "Call or text" : "Call";
  const label = hasForm ? `${reach} us` : `${sms ? "Call, text" : reach} or get a quote`;
  return (
    <nav className={sms ? "bottom-bar with-text" : "bottom-bar"} aria-label={label} {...useBehindModal()}>
      <a href={phoneHref} className="button button-secondary">
        Call{hasForm ? ` ${phone}` : ""}
      </a>{" "}
      {sms ? (
        <a href={sms.href} className="button button-secondary">
          Text
        </a>
      ) : null}{" "}
      {hasForm ? null : <QuoteLink className="button">Get Quote</QuoteLink>}
    </nav>
  );
}
