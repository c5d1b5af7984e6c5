import type { IncomingMessage } from "node:http";
import { FILES, isPage, PROBES } from "~/urls/pages";
import { backgroundPath, isQuotePath } from "~/urls/quote-urls";

const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Whether the request names exactly one host, and a valid one. Given two, readers might disagree. */
export function hasOneHost({ headers: { host = "" }, rawHeaders }: IncomingMessage): boolean {
  // Not `headersDistinct`, which sorts all headers once more.
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host");
  return hosts.length === 1 && HOST.test(host) && URL.canParse(`http://${host}`);
}

/** Whether a path decodes, without control characters or line breaks: the page for such a path would be incomplete. */
export function isReadablePath(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** A readable path in lower case, without needless escapes, with single slashes and none at the end. */
export const normalizePath = (path: string) =>
  `/${decodeURI(path).split("/").filter(Boolean).join("/")}`.toLowerCase();

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
  const page = isQuotePath(plain) ? backgroundPath(plain) : plain;
  return isPage(page) ? [plain, ...query].join("?") : undefined;
}

/**
 * What Remix serves at a readable path, in any spelling. `kind` is undefined where that is the 404 page.
 *
 * @returns `plain`: the path's one spelling; `isData`: React asks for the data of the page or form there
 */
export function routeOf(path: string) {
  // As Remix sees it, which takes no other spelling.
  const isData = path.endsWith(".data");
  const page = normalizePath(isData ? path.slice(0, -5) : path);
  const plain = isData && page === "/_root" ? "/" : page;
  const isShown = isPage(plain) || isQuotePath(plain);
  const kind = isShown
    ? "page"
    : FILES.includes(plain)
      ? "file"
      : PROBES.includes(plain)
        ? "probe"
        : undefined;
  return { plain, kind, isData };
}
