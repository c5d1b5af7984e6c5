import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { quoteHref } from "~/site/quote-urls";

/** Opens the quote modal over the current page. */
export function QuoteLink(props: { service?: string; className?: string; children: ReactNode }) {
  const { service, ...attributes } = props;
  const { pathname } = useLocation();
  return (
    <Link
      {...attributes}
      to={quoteHref(pathname, service)}
      state={{ openedInPage: true }}
      preventScrollReset
    />
  );
}
