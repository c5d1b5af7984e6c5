import { isPage } from "~/urls/pages";
import { anchorIn, hasForm, isQuotePath, isServiceId } from "~/urls/quote-urls";

/**
 * The cache key of the document at `url`, if it is the same for all visitors: the path, and the parameters that change the
 * document (a known service or anchor). Ignores others, such as advertisers', and receipt tokens: handle genuine ones first.
 *
 * @returns undefined if there is no such page, or if its preselected service is unknown
 */
export function sharedDocument(url: string): string | undefined {
  const [path = "", ...queries] = url.split("?");
  if (!isPage(path) && !isQuotePath(path)) return undefined;
  const query = new URLSearchParams(queries.join("?"));
  if (!hasForm(path)) return path;
  const service = query.get("service");
  if (service) return isServiceId(service) ? `${path}?service=${service}` : undefined;
  const anchor = isQuotePath(path) && anchorIn(query);
  return anchor ? `${path}?at=${anchor}` : path;
}

/** The receipt token, not verified, in a URL that claims that a request was sent. */
export function claimedReceiptToken(url: string): string | undefined {
  const [, ...queries] = url.split("?");
  const query = new URLSearchParams(queries.join("?"));
  const isClaim = ["1", "earlier"].includes(query.get("sent") ?? "");
  return (isClaim && query.get("mark")) || undefined;
}
