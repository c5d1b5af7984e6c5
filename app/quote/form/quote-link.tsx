import { useLinkClickHandler, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { type Place, quoteHref } from "~/site/quote-urls";

/**
 * Opens the quote modal over the current page. Before React runs it loads a document, whose fragment keeps the page behind
 * at the link. React needs none, since it does not move the page.
 *
 * @param at the heading nearest to the link, if it has no service
 */
export function QuoteLink(props: { service?: string; at?: Place; className?: string; children: ReactNode }) {
  const { service, at, ...attributes } = props;
  const { pathname } = useLocation();
  const place = service ?? at;
  const onClick = useLinkClickHandler<HTMLAnchorElement>(quoteHref(pathname, service), {
    state: { openedInPage: true },
    preventScrollReset: true,
  });
  const href = quoteHref(pathname, service, at) + (place ? `#${place}` : "");
  return <a {...attributes} href={href} onClick={onClick} />;
}
