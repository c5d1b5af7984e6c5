import { isPage } from "~/site/pages";
import { HOME_SERVICE_IDS, serviceById } from "~/site/services";

const QUOTE = /\/quote$/;

/** The page a modal lies over: "/about/quote" → "/about", "/quote" → "/". Any other path is its own page. */
export const pageBehind = (pathname: string) => pathname.replace(QUOTE, "") || "/";

/** Whether this is the address of a modal over a page. */
export const isQuotePath = (pathname: string) => QUOTE.test(pathname) && isPage(pageBehind(pathname));

/** The modal's address over the page at `pathname`, with that service preselected; over home where there is no page. */
export function quoteHref(pathname: string, service?: string): string {
  const page = pageBehind(pathname);
  const base = page === "/" || !isPage(page) ? "" : page;
  return `${base}/quote${service ? `?${new URLSearchParams({ service })}` : ""}`;
}

/**
 * Where closing the modal leads: the page behind, at the card that opened it if there is one.
 *
 * @param sent adds `sent=earlier`, for which the page shows that the request was sent
 */
export function closeHref(pathname: string, service: string, sent: boolean): string {
  const page = pageBehind(pathname);
  const cards: readonly string[] = page === "/" ? HOME_SERVICE_IDS : [];
  const hasCard = cards.includes(service) || (page === "/services" && serviceById(service) !== undefined);
  return `${page}${sent ? "?sent=earlier" : ""}${hasCard ? `#${service}` : ""}`;
}
