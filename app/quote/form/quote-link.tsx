import { useLinkClickHandler, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { type Anchor, quoteHref } from "~/urls/quote-urls";

/** Opens the quote modal over the page. Before React a document loads; its fragment (service or `at`) scrolls the page behind. */
export function QuoteLink(props: { service?: string; at?: Anchor; className?: string; children: ReactNode }) {
  const { service, at, ...attributes } = props;
  const { pathname } = useLocation();
  const anchor = service ?? at;
  const onClick = useLinkClickHandler<HTMLAnchorElement>(quoteHref(pathname, service), {
    state: { openedInPage: true },
    preventScrollReset: true,
  });
  const href = quoteHref(pathname, service, at) + (anchor ? `#${anchor}` : "");
  return <a {...attributes} href={href} onClick={onClick} />;
}
