import type { IncomingHttpHeaders } from "node:http";
import { config } from "~/config/config.server";

/**
 * CSRF protection without cookies or scripts: whether another website sent a POST, as in Go 1.25's CrossOriginProtection
 * (net/http/csrf.go). Trusts the site's own origin; otherwise checks `Sec-Fetch-Site` or, from older browsers, that `Origin` names
 * the requested host. A POST with neither header is not from a browser, and is accepted.
 */
export function isCrossOriginPost(headers: IncomingHttpHeaders): boolean {
  const { origin, host = "", "sec-fetch-site": fetchSite } = headers;
  if (origin === config.siteOrigin) return false;
  if (fetchSite !== undefined) return fetchSite !== "same-origin" && fetchSite !== "none";
  if (origin === undefined) return false;
  return !URL.canParse(origin) || normalizeHost(new URL(origin).host) !== normalizeHost(host);
}

/** Some proxies add the default port or do not lowercase the host. */
const normalizeHost = (host: string) => host.toLowerCase().replace(/:(80|443)$/, "");
