import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { quoteHref } from "~/site/quote-urls";

/** Opens the quote modal over the current page: a plain link, which keeps its place in the page where React runs. */
export function QuoteLink(props: { service?: string; className?: string; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={quoteHref(pathname, props.service)}
      state={{ openedInPage: true }}
      preventScrollReset
      className={props.className}
    >
      {props.children}
    </Link>
  );
}
