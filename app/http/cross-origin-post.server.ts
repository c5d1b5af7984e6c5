import type { IncomingHttpHeaders } from "node:http";
import { config } from "~/config/config.server";

/**
 * Whether another website sent a post: the algorithm of Go 1.25's CrossOriginProtection (net/http/csrf.go), without a
 * cookie or a script. The site's own origin is trusted; then `Sec-Fetch-Site` counts; an old browser's `Origin` must
 * name the requested host; a post with neither header is not a browser's, and is accepted.
 */
export function isCrossOriginPost(headers: IncomingHttpHeaders): boolean {
  const { origin, host = "", "sec-fetch-site": fetchSite } = headers;
  if (origin === config.siteOrigin) return false;
  if (fetchSite !== undefined) return fetchSite !== "same-origin" && fetchSite !== "none";
  if (origin === undefined) return false;
  return !URL.canParse(origin) || normalizeHost(new URL(origin).host) !== normalizeHost(host);
}

/** Some proxies add the default port, or keep the capitals that a visitor typed. */
const normalizeHost = (host: string) => host.toLowerCase().replace(/:(80|443)$/, "");
