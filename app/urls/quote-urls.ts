import { SERVICES, type ServiceId } from "~/contractor/services";
import { NOT_FOUND } from "~/contractor/shared";
import { isPage, pageAt } from "~/urls/pages";

const QUOTE = /\/quote$/;

/** Not `Object.hasOwn`: browsers have had it only since 2021 (docs/engines.md). */
export const isServiceId = (id: string): id is ServiceId => Object.keys(SERVICES).includes(id);

/** Whether a service has a card on the home page. */
export const isOnHome = (id: ServiceId) => "onHome" in SERVICES[id];

/** The page behind a modal: "/about/quote" → "/about", "/quote" → "/". Returns any other path unchanged. */
export const backgroundPath = (pathname: string) => pathname.replace(QUOTE, "") || "/";

/** Whether this is the path of a modal over an existing page. */
export const isQuotePath = (pathname: string) => QUOTE.test(pathname) && isPage(backgroundPath(pathname));

/** Whether the document at this path contains a form, in the page or in a modal. */
export const hasForm = (pathname: string) => pageAt(pathname)?.form === true || isQuotePath(pathname);

/** The title of the document at this path, without the company's name. `thanks`: it shows the success message. */
export function titleOf(pathname: string, thanks = false): string {
  if (thanks && hasForm(pathname)) return "Request sent";
  return isQuotePath(pathname) ? "Get Your Free Quote" : (pageAt(pathname)?.title ?? NOT_FOUND.title);
}

/** Title prefix of a page that shows a form's errors, for screen readers. */
export const ERROR_TITLE = "Error: ";

/** Headings with a link that opens the modal without a service. The modal's parameter `at` names the one to return to. */
const ANCHORS = ["service-area", "call-to-action", "quick-links"] as const;

export type Anchor = (typeof ANCHORS)[number];

/** The anchor in the parameter `at`, if valid. */
export const anchorIn = (query: URLSearchParams) => ANCHORS.find((anchor) => anchor === query.get("at"));

/** The URL of the modal over the page at `pathname`, or over the home page if there is none. */
export function quoteHref(pathname: string, service?: string, at?: string | null): string {
  const page = backgroundPath(pathname);
  const base = page === "/" || !isPage(page) ? "" : page;
  const query = String(new URLSearchParams({ ...(service && { service }), ...(at && { at }) }));
  return `${base}/quote${query && `?${query}`}`;
}

/**
 * The URL that closing the modal leads to: the page behind, at the card or heading that opened the modal, if known.
 *
 * @param search of the modal's URL
 * @param receiptToken of an accepted request: adds `sent=earlier`, so that the page shows the status line
 */
export function closeHref(pathname: string, search: string, receiptToken?: string): string {
  const page = backgroundPath(pathname);
  const query = new URLSearchParams(search);
  const service = query.get("service") ?? "";
  const hasCard = isServiceId(service) && (page === "/services" || (page === "/" && isOnHome(service)));
  const anchor = hasCard ? service : anchorIn(query);
  return `${page}${receiptToken ? `?${new URLSearchParams({ sent: "earlier", mark: receiptToken })}` : ""}${anchor ? `#${anchor}` : ""}`;
}
