import { SERVICES, type ServiceId } from "~/contractor/services";
import { NOT_FOUND } from "~/contractor/shared";
import { isPage, pageAt } from "~/urls/pages";

const QUOTE = /\/quote$/;

/** Not `Object.hasOwn`: browsers have had it only since 2021 (docs/engines.md). */
export const isServiceId = (id: string): id is ServiceId => Object.keys(SERVICES).includes(id);

/** Whether a service has a card on the home page. */
export const isOnHome = (id: ServiceId) => "onHome" in SERVICES[id];

/** The page behind a modal: "/about/quote" → "/about", "/quote" → "/". Any other path is returned as it is. */
export const backgroundPath = (pathname: string) => pathname.replace(QUOTE, "") || "/";

/** Whether this is the path of a modal over a page. */
export const isQuotePath = (pathname: string) => QUOTE.test(pathname) && isPage(backgroundPath(pathname));

/** Whether the document at this path holds a form. */
export const hasForm = (pathname: string) => pageAt(pathname)?.form === true || isQuotePath(pathname);

/** The title of the document at this path, without the company's name. `thanks`: it shows the success message. */
export function titleOf(pathname: string, thanks = false): string {
  if (thanks && hasForm(pathname)) return "Request sent";
  return isQuotePath(pathname) ? "Get Your Free Quote" : (pageAt(pathname)?.title ?? NOT_FOUND.title);
}

/** Begins the title of a page that shows a form's errors, for screen readers. */
export const ERROR_TITLE = "Error: ";

/**
 * Headings whose link opens the modal without a service. The parameter `at` names one, so that closing leads back to it.
 */
const ANCHORS = ["service-area", "call-to-action", "quick-links"] as const;

export type Anchor = (typeof ANCHORS)[number];

/** The anchor that the parameter `at` names, if it is one of ours. */
export const anchorIn = (query: URLSearchParams) => ANCHORS.find((anchor) => anchor === query.get("at"));

/** The URL of the modal over the page at `pathname`, or over home where no such page exists. */
export function quoteHref(pathname: string, service?: string, at?: string | null): string {
  const page = backgroundPath(pathname);
  const base = page === "/" || !isPage(page) ? "" : page;
  const query = String(new URLSearchParams({ ...(service && { service }), ...(at && { at }) }));
  return `${base}/quote${query && `?${query}`}`;
}

/**
 * Where closing the modal leads: the page behind, at the card or heading that opened it if the modal's URL says so.
 *
 * @param search of the modal's URL
 * @param receiptToken of an accepted request: adds `sent=earlier`, and the page confirms it
 */
export function closeHref(pathname: string, search: string, receiptToken?: string): string {
  const page = backgroundPath(pathname);
  const query = new URLSearchParams(search);
  const service = query.get("service") ?? "";
  const hasCard = isServiceId(service) && (page === "/services" || (page === "/" && isOnHome(service)));
  const anchor = hasCard ? service : anchorIn(query);
  return `${page}${receiptToken ? `?${new URLSearchParams({ sent: "earlier", mark: receiptToken })}` : ""}${anchor ? `#${anchor}` : ""}`;
}
