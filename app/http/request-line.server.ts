import type { IncomingMessage } from "node:http";
import { FILES, isPage, PROBES } from "~/urls/pages";
import { backgroundPath, isQuotePath } from "~/urls/quote-urls";

const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Whether the request has exactly one valid `Host`. With two, a proxy and the site might each use another one. */
export function hasOneHost({ headers: { host = "" }, rawHeaders }: IncomingMessage): boolean {
  // Faster than `headersDistinct`, which processes all headers again.
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host");
  return hosts.length === 1 && HOST.test(host) && URL.canParse(`http://${host}`);
}

/** Whether a path can be decoded and has no control characters or line breaks, with which a page would be incomplete. */
export function isReadablePath(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Lowercases and decodes a readable path, and removes repeated and trailing slashes. */
export const normalizePath = (path: string) =>
  `/${decodeURI(path).split("/").filter(Boolean).join("/")}`.toLowerCase();

/**
 * The canonical URL of a page. Always begins with exactly one slash, so a redirect never leaves the site.
 *
 * @param url path and query as the client sent them
 * @returns undefined if the URL is canonical, or is not a page in any spelling
 */
export function canonicalPath(url: string): string | undefined {
  const [path = "", ...query] = url.split("?");
  const normalized = normalizePath(path);
  if (normalized === path) return undefined;
  const page = isQuotePath(normalized) ? backgroundPath(normalized) : normalized;
  return isPage(page) ? [normalized, ...query].join("?") : undefined;
}

/**
 * What Remix serves at a readable path, in any spelling.
 *
 * @returns `exists`: it is not the 404 page. `normalized`: the canonical path. `isData`: the request is React's, for data
 */
export function routeOf(path: string) {
  // Case-sensitive, as in Remix.
  const isData = path.endsWith(".data");
  const page = normalizePath(isData ? path.slice(0, -5) : path);
  const normalized = isData && page === "/_root" ? "/" : page;
  const isProbe = PROBES.includes(normalized);
  const exists = isProbe || FILES.includes(normalized) || isPage(normalized) || isQuotePath(normalized);
  return { normalized, exists, isProbe, isData };
}
