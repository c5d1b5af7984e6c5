import { isOnHome, isServiceId } from "~/content/service-titles";
import { isPage } from "~/site/pages";

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
 * @param mark of a request that was sent: adds `sent=earlier`, for which the page says so
 */
export function closeHref(pathname: string, service: string, mark?: string): string {
  const page = pageBehind(pathname);
  const hasCard = (page === "/" && isOnHome(service)) || (page === "/services" && isServiceId(service));
  return `${page}${mark ? `?${new URLSearchParams({ sent: "earlier", mark })}` : ""}${hasCard ? `#${service}` : ""}`;
}

/**
 * The URL of the document that everybody gets at `url`: a page, or a form with its service preselected. Parameters that
 * the site does not know (advertisers' marks) change nothing in it.
 *
 * @returns undefined where the document is this visitor's own: it tells about a request, or shows a service of theirs
 */
export function sharedDocument(url: string): string | undefined {
  const [path = "", ...queries] = url.split("?");
  if (!isPage(path) && !isQuotePath(path)) return undefined;
  const query = new URLSearchParams(queries.join("?"));
  if (query.has("sent") || query.has("mark")) return undefined;
  const service = query.get("service");
  if (!service || !(isQuotePath(path) || path === "/contact")) return path;
  return isServiceId(service) ? `${path}?service=${service}` : undefined;
}
