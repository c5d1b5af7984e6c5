import { type IncomingMessage, ServerResponse } from "node:http";
import { config } from "~/config/config.server";
import { isStopping } from "~/http/shutdown.server";

const CSP = "Content-Security-Policy";

/** What no page of a contractor's site uses. Only names that browsers know: of any other they complain. */
const UNUSED = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

/** On every answer that does not say otherwise; docs/decisions/013-the-front.md says why. */
export const SECURITY_HEADERS: readonly (readonly [name: string, value: string])[] = [
  [CSP, "default-src 'none'; frame-ancestors 'none'"],
  ["X-Content-Type-Options", "nosniff"],
  // Not no-referrer: with it browsers send `Origin: null` on a form's post, which Remix answers with a blank 500.
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Permissions-Policy", UNUSED.map((feature) => `${feature}=()`).join(", ")],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Embedder-Policy", "require-corp"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  // For this host alone: what else lies beneath the domain is not this site's to decide.
  ...(config.siteOrigin.startsWith("https:")
    ? [["Strict-Transport-Security", "max-age=63072000"] as const]
    : []),
];

/** Public pictures may be shown elsewhere: in link previews, picture searches, directories. */
const PICTURE = /^[^?#]*\.(?:avif|ico|jpg|png|svg|webp)(?:[?#]|$)/;

/** The headers that every answer at this address has. */
const headersFor = (url: string) => (PICTURE.test(url) ? PICTURE_HEADERS : SECURITY_HEADERS);

const CORP = "Cross-Origin-Resource-Policy";
const PICTURE_HEADERS = SECURITY_HEADERS.map(
  ([name, value]) => [name, name === CORP ? "cross-origin" : value] as const,
);

/** All headers of an answer that is made ahead: its own, in lower case, and those that every answer has, each once. */
export const completeHeaders = (url: string, own: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(headersFor(url).map(([name, value]) => [name.toLowerCase(), value])),
  ...own,
});

/**
 * Adds the headers that every answer has, each once. Late, when the answer begins: remix-serve adds its headers to those
 * that are there, and would send some twice.
 */
export function addHeaders(res: ServerResponse): void {
  res.writeHead = writeHeadWithOurs as ServerResponse["writeHead"];
}

function writeHeadWithOurs(this: ServerResponse<IncomingMessage>, ...answer: unknown[]): ServerResponse {
  // Express's own error pages bring a policy that lets them be framed.
  if (this.getHeader(CSP) === "default-src 'none'") this.removeHeader(CSP);
  for (const [name, value] of headersFor(this.req.url ?? "")) {
    if (!this.hasHeader(name)) this.setHeader(name, value);
  }
  // An answer to a post may hold what the visitor typed. What is left says nothing of itself: data for React, say.
  if (this.req.method === "POST") this.setHeader("Cache-Control", "no-store");
  else if (!this.hasHeader("Cache-Control")) this.setHeader("Cache-Control", "no-cache");
  if (isStopping()) this.setHeader("Connection", "close");
  return (ServerResponse.prototype.writeHead as (...answer: unknown[]) => ServerResponse).apply(this, answer);
}
