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

/** The headings near links to the modal that have no service. The server learns from `at` which it was. */
const PLACES = ["service-area", "call-to-action", "quick-links"] as const;

export type Place = (typeof PLACES)[number];

const placeIn = (query: URLSearchParams) => PLACES.find((place) => place === query.get("at"));

/** The URL of the modal over the page at `pathname`, or over home where no such page exists. */
export function quoteHref(pathname: string, service?: string, at?: string | null): string {
  const page = pageBehind(pathname);
  const base = page === "/" || !isPage(page) ? "" : page;
  const query = String(new URLSearchParams({ ...(service && { service }), ...(at && { at }) }));
  return `${base}/quote${query && `?${query}`}`;
}

/**
 * Where closing the modal leads: the page behind, at the card or heading that opened it if the modal's URL tells.
 *
 * @param search of the modal's URL
 * @param mark of an accepted request: adds `sent=earlier`, and the page confirms it
 */
export function closeHref(pathname: string, search: string, mark?: string): string {
  const page = pageBehind(pathname);
  const query = new URLSearchParams(search);
  const service = query.get("service") ?? "";
  const hasCard = (page === "/" && isOnHome(service)) || (page === "/services" && isServiceId(service));
  const place = hasCard ? service : placeIn(query);
  return `${page}${mark ? `?${new URLSearchParams({ sent: "earlier", mark })}` : ""}${place ? `#${place}` : ""}`;
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
 * The URL of the document that everybody gets at `url`: a page, or a form with its service preselected or the place that
 * closing it leads to. Parameters that the site does not know (advertisers' marks) change nothing in it.
 *
 * @returns undefined where the document is this visitor's own: it tells about a request, or shows a service of theirs
 */
export function sharedDocument(url: string): string | undefined {
  const [path = "", ...queries] = url.split("?");
  if (!isPage(path) && !isQuotePath(path)) return undefined;
  const query = new URLSearchParams(queries.join("?"));
  if (query.has("sent") || query.has("mark")) return undefined;
  if (!hasForm(path)) return path;
  const service = query.get("service");
  if (service) return isServiceId(service) ? `${path}?service=${service}` : undefined;
  const place = isQuotePath(path) && placeIn(query);
  return place ? `${path}?at=${place}` : path;
}
