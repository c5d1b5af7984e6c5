import { isOnHome, isServiceId } from "~/content/service-titles";
import { isPage, pageAt } from "~/site/pages";

const QUOTE = /\/quote$/;

/** The page behind a modal: "/about/quote" → "/about", "/quote" → "/". Any other path is returned as it is. */
export const pageBehind = (pathname: string) => pathname.replace(QUOTE, "") || "/";

/** Whether this is the path of a modal over a page. */
export const isQuotePath = (pathname: string) => QUOTE.test(pathname) && isPage(pageBehind(pathname));

/** Whether the document at this path holds a form. */
export const hasForm = (pathname: string) => pageAt(pathname)?.form === true || isQuotePath(pathname);

/** The URL of the modal over the page at `pathname`, or over home where no such page exists. */
export function quoteHref(pathname: string, service?: string): string {
  const page = pageBehind(pathname);
  const base = page === "/" || !isPage(page) ? "" : page;
  return `${base}/quote${service ? `?${new URLSearchParams({ service })}` : ""}`;
}

/**
 * Where closing the modal leads: the page behind, at the card that opened it if there is one.
 *
 * @param mark of an accepted request: adds `sent=earlier`, and the page confirms it
 */
export function closeHref(pathname: string, service: string, mark?: string): string {
  const page = pageBehind(pathname);
  const hasCard = (page === "/" && isOnHome(service)) || (page === "/services" && isServiceId(service));
  return `${page}${mark ? `?${new URLSearchParams({ sent: "earlier", mark })}` : ""}${hasCard ? `#${service}` : ""}`;
}
