import { isPage } from "~/urls/pages";
import { anchorIn, hasForm, isQuotePath, isServiceId } from "~/urls/quote-urls";

/**
 * The URL of the document that everybody gets at `url`: a page, or a form with its service preselected or the place that
 * closing it leads to. Parameters that the site does not know (advertisers' marks) change nothing in it, nor does a
 * receipt: whether that is genuine must be asked before.
 *
 * @returns undefined where the document is this visitor's own, because it shows a service of theirs
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

/** The mark in a URL that claims that a request was sent. */
export function claimedReceiptToken(url: string): string | undefined {
  const [, ...queries] = url.split("?");
  const query = new URLSearchParams(queries.join("?"));
  const isClaim = ["1", "earlier"].includes(query.get("sent") ?? "");
  return (isClaim && query.get("mark")) || undefined;
}
