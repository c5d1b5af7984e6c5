import type { ServerResponse } from "node:http";
import onHeaders from "on-headers";
import { config } from "~/config/config.server";

/** Not complete: a full list would be a tenth of a page's headers. */
const UNUSED = ["camera", "geolocation", "microphone", "payment", "usb"];

/** Defaults for every response, names in lower case. Reasons: docs/decisions/013-the-http-policy.md. */
export const SECURITY_HEADERS: Record<string, string> = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  // With no-referrer, browsers would send `Origin: null` with a form, and Remix would respond with a blank 500.
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": UNUSED.map((feature) => `${feature}=()`).join(", "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  // Without includeSubDomains: the owner decides about other hosts.
  ...(config.siteOrigin.startsWith("https:") && { "strict-transport-security": "max-age=63072000" }),
};

/** Other sites may embed public pictures: link previews, image search, directories. */
const PICTURE = /^[^?#]*\.(?:avif|ico|jpg|png|svg|webp)(?:[?#]|$)/;

/** The security headers of the response at a URL, as the client sent it. */
export const securityHeadersFor = (url: string): Record<string, string> =>
  PICTURE.test(url)
    ? { ...SECURITY_HEADERS, "cross-origin-resource-policy": "cross-origin" }
    : SECURITY_HEADERS;

/**
 * Adds the headers of every response, as it begins: Remix's Express adapter appends its headers to those already set, which would
 * send some twice.
 */
export function addSecurityHeaders(res: ServerResponse): void {
  const { url = "", method } = res.req; // As the client sent it: Express changes it.
  onHeaders(res, () => {
    for (const [name, value] of Object.entries(securityHeadersFor(url))) {
      if (!res.hasHeader(name)) res.setHeader(name, value);
    }
    // The response to a post may hold what the visitor typed. No CDN may rewrite it: see `page-cache`.
    if (method === "POST") res.setHeader("Cache-Control", "no-store, no-transform");
    else if (!res.hasHeader("Cache-Control")) res.setHeader("Cache-Control", "no-cache");
  });
}
