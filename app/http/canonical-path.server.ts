import { isPage } from "~/site/pages";
import { isQuotePath, pageBehind } from "~/site/quote-urls";

/** A path in lower case, with single slashes and none at the end. */
export const normalizePath = (path: string) => `/${path.split("/").filter(Boolean).join("/")}`.toLowerCase();

/**
 * The one spelling of a page's URL. It always begins with exactly one slash, so a redirect never leaves the site.
 *
 * @param url path and query as the client sent them
 * @returns where to redirect, or undefined where the URL is canonical already or not a page in any spelling
 */
export function canonicalPath(url: string): string | undefined {
  const [path = "", ...query] = url.split("?");
  const plain = normalizePath(path);
  if (plain === path) return undefined;
  const page = isQuotePath(plain) ? pageBehind(plain) : plain;
  return isPage(page) ? [plain, ...query].join("?") : undefined;
}
