import { useLocation } from "@remix-run/react";
import { isOnHome, isServiceId } from "~/content/service-titles";
import { NOT_FOUND } from "~/content/shared";
import { useSiteFacts } from "~/site/business";
import { isPage, pageAt } from "~/site/pages";

const QUOTE = /\/quote$/;

/** The page behind a modal: "/about/quote" → "/about", "/quote" → "/". Any other path is returned as it is. */
export const pageBehind = (pathname: string) => pathname.replace(QUOTE, "") || "/";

/** Whether this is the path of a modal over a page. */
export const isQuotePath = (pathname: string) => QUOTE.test(pathname) && isPage(pageBehind(pathname));

/** Whether the document at this path holds a form. */
export const hasForm = (pathname: string) => pageAt(pathname)?.form === true || isQuotePath(pathname);

/** The title of the document at this path, without the company's name. `thanks`: it shows the success message. */
export function titleOf(pathname: string, thanks = false): string {
  if (thanks && hasForm(pathname)) return "Thank you";
  return isQuotePath(pathname) ? "Get Your Free Quote" : (pageAt(pathname)?.title ?? NOT_FOUND.title);
}

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

/** The mark of the last accepted request that React sent from this tab. */
let ownMark: string | null = null;

/** Notes that a request of this tab was accepted. @returns its mark, from the URL that the server redirects to */
export function noteSent(url: string): string | null {
  ownMark = new URLSearchParams(url.split("?")[1]).get("mark");
  return ownMark;
}

/**
 * What the URL says about a request: "1" (show the success message), "earlier" (show the quiet line) or nothing. It
 * counts only if the server verified its mark or this tab sent the request.
 */
export function sentIn(search: string, verified: string | undefined): { sent: string | null; mark: string } {
  const query = new URLSearchParams(search);
  const mark = query.get("mark") ?? "";
  return { sent: mark && (mark === ownMark || mark === verified) ? query.get("sent") : null, mark };
}

export const useSent = () => sentIn(useLocation().search, useSiteFacts()?.sentMark);

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
  if (!service || !hasForm(path)) return path;
  return isServiceId(service) ? `${path}?service=${service}` : undefined;
}
