import { isPage } from "~/urls/pages";
import { anchorIn, hasForm, isQuotePath, isServiceId } from "~/urls/quote-urls";

/**
 * The URL of the document that everybody gets at `url`: a page, or a form with its service preselected or with the anchor
 * that closing it leads to. Unknown parameters (advertisers add some) change nothing, nor does a receipt token: check
 * first whether that is genuine.
 *
 * @returns undefined if the document is this visitor's own: its service is not one of ours
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

/** The receipt token in a URL that claims that a request was sent. It is not verified yet. */
export function claimedReceiptToken(url: string): string | undefined {
  const [, ...queries] = url.split("?");
  const query = new URLSearchParams(queries.join("?"));
  const isClaim = ["1", "earlier"].includes(query.get("sent") ?? "");
  return (isClaim && query.get("mark")) || undefined;
}
