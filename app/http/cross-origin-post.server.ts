import type { IncomingHttpHeaders } from "node:http";
import { config } from "~/config/config.server";

/**
 * Whether a post was sent by another website. The algorithm of Go 1.25's CrossOriginProtection (net/http/csrf.go): it
 * needs no cookie and no script. The site's own origin is trusted; else the browser's own word counts; an old browser's
 * `Origin` must be the host that was asked; a post that has neither header is no browser's, and welcome.
 */
export function isForeignPost(headers: IncomingHttpHeaders): boolean {
  const { origin, host, "sec-fetch-site": fetchSite } = headers;
  if (origin === config.siteOrigin) return false;
  if (fetchSite !== undefined) return fetchSite !== "same-origin" && fetchSite !== "none";
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
