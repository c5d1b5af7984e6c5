import { hash, randomBytes } from "node:crypto";

/**
 * Marks our own inline scripts and styles during rendering. Injected markup can't know the nonce, so it gets no hash.
 * `withPolicy` removes it; in the browser it is undefined.
 */
export const INLINE_NONCE = randomBytes(16).toString("hex");

const NONCE_ATTRIBUTE = ` nonce="${INLINE_NONCE}"`;
const INLINE_ELEMENT = new RegExp(`<(script|style)(?=[^>]*${NONCE_ATTRIBUTE})([^>]*)>(.*?)</\\1>`, "gs");

/**
 * Removes the nonces from a rendered document and builds its Content-Security-Policy: our inline scripts and styles by hash, files
 * of this site, nothing else. By hash, not by nonce, so that pages can be cached.
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
    // 'self': Lighthouse reads robots.txt. ws: live reload in development.
    process.env.NODE_ENV === "development" ? "connect-src 'self' ws:" : "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { html: documentHtml.replaceAll(NONCE_ATTRIBUTE, ""), policy };
}
