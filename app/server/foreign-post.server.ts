import type { IncomingHttpHeaders } from "node:http";
import { config } from "~/server/config.server";

/**
 * Whether a post was sent by another website. The algorithm of Go 1.25's CrossOriginProtection (net/http/csrf.go): it
 * needs no cookie and no script. The browser's own word counts first; an old browser's `Origin` must be the host that
 * was asked, or the site's own; a post that has neither header is no browser's, and welcome.
 */
export function isForeignPost(headers: IncomingHttpHeaders): boolean {
  const fetchSite = headers["sec-fetch-site"];
  if (fetchSite !== undefined) return fetchSite !== "same-origin" && fetchSite !== "none";
  const { origin, host } = headers;
  if (origin === undefined || origin === config.siteOrigin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
