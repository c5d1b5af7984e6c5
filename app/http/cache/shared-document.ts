import { isPage } from "~/site/pages";
import { hasForm, isQuotePath, isServiceId, placeIn } from "~/site/quote-urls";

/**
 * The URL of the document that everybody gets at `url`: a page, or a form with its service preselected or the place that
 * closing it leads to. Parameters that the site does not know (advertisers' marks) change nothing in it.
 *
 * @returns undefined where the document is this visitor's own: it is about a request, or shows a service of theirs
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
