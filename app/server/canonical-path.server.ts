import { isQuotePath, pageBehind } from "~/quote/quote-path";
import { isPage } from "~/site/pages";

/**
 * The one spelling of a page's address: lower case, single slashes, none at the end. Anything that is no page in any
 * spelling is left alone (a file's name may have capitals), and the result always begins with exactly one slash, so
 * that a redirect never leaves the site.
 *
 * @param url path and query as the client sent them
 * @returns where to redirect, or undefined when the address is canonical already or no page
 */
export function canonicalPath(url: string): string | undefined {
  const [path = "", ...query] = url.split("?");
  const plain = `/${path.split("/").filter(Boolean).join("/")}`.toLowerCase();
  if (plain === path) return undefined;
  const page = isQuotePath(plain) ? pageBehind(plain) : plain;
  return isPage(page) ? [plain, ...query].join("?") : undefined;
}
