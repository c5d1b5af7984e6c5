import { QuoteLink } from "~/quote/form/quote-link";
import { useBusiness } from "~/site/business";
import { useBehindModal } from "~/ui/layout/page";

/** On phones only. The stylesheet hides it while a field has the focus. */
export function BottomBar() {
  const { phoneHref } = useBusiness();
  return (
    <nav className="bottom-bar" aria-label="Call or get a quote" {...useBehindModal()}>
      <a href={phoneHref} className="button button-secondary">
        Call
      </a>{" "}
      <QuoteLink className="button">Get Quote</QuoteLink>
    </nav>
  );
}
