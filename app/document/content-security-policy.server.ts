import { hash, randomBytes } from "node:crypto";

/**
 * The `nonce` that the site gives its own inline scripts and styles. Nobody else can know it, so anything injected into a
 * page lacks it. It never leaves the server; in the browser it is undefined.
 */
export const INLINE_NONCE = randomBytes(16).toString("hex");

const NONCE_ATTRIBUTE = ` nonce="${INLINE_NONCE}"`;
const INLINE_ELEMENT = new RegExp(`<(script|style)(?=[^>]*${NONCE_ATTRIBUTE})([^>]*)>(.*?)</\\1>`, "gs");

/**
 * A document without the marks of its own scripts, and its policy: those scripts and styles by hash, files from this
 * site, nothing else. The page names them by hash and not by nonce, so that it is the same for everybody.
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
