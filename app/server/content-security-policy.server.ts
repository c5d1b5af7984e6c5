import { hash } from "node:crypto";

const hashes = (html: string, pattern: RegExp) =>
  [
    ...new Set(
      [...html.matchAll(pattern)].map(([, text = ""]) => `'sha256-${hash("sha256", text, "base64")}'`),
    ),
  ].join(" ");

/**
 * The policy of one document: its own inline scripts and styles by hash, files from this site, nothing else. By hash
 * and not by nonce, so that a page is the same for everybody.
 */
export function contentSecurityPolicy(html: string): string {
  const development = process.env.NODE_ENV === "development";
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)}`,
    `style-src ${hashes(html, /<style[^>]*>([\s\S]*?)<\/style>/g)}`,
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    // 'self', or Lighthouse cannot read robots.txt; the live reload of development speaks over a socket.
    development ? "connect-src 'self' ws:" : "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // See trusted-types.server.ts.
    "trusted-types default",
  ].join("; ");
}
