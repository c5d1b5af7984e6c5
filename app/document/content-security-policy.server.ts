import { hash, randomBytes } from "node:crypto";

/**
 * Marks our own inline scripts and styles while a page is rendered. Injected markup can't know it, so it gets no hash.
 * It never leaves the server (`withPolicy` removes it), and is undefined in the browser.
 */
export const INLINE_NONCE = randomBytes(16).toString("hex");

const NONCE_ATTRIBUTE = ` nonce="${INLINE_NONCE}"`;
const INLINE_ELEMENT = new RegExp(`<(script|style)(?=[^>]*${NONCE_ATTRIBUTE})([^>]*)>(.*?)</\\1>`, "gs");

/**
 * Takes the nonces out of a rendered document and builds its Content-Security-Policy: our inline scripts and styles by
 * hash, files from this site, nothing else. By hash, not by nonce, so that the page is the same for everybody.
 */
export function withPolicy(documentHtml: string): { html: string; policy: string } {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const [, kind, attributes = "", text = ""] of documentHtml.matchAll(INLINE_ELEMENT)) {
    if (/\ssrc=/.test(attributes)) continue;
    hashes[kind as "script" | "style"].add(`'sha256-${hash("sha256", text, "base64")}'`);
  }
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.script].join(" "),
    ["style-src 'self'", ...hashes.style].join(" "),
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    // 'self', or Lighthouse cannot read robots.txt; the live reload of development speaks over a socket.
    process.env.NODE_ENV === "development" ? "connect-src 'self' ws:" : "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { html: documentHtml.replaceAll(NONCE_ATTRIBUTE, ""), policy };
}
