import { type Finding, fail, ok, warn } from "~/doctor/finding";
import type { Config } from "~/server/config.server";

/** What visitors would see and where requests would go. That each value can be used was proved by reading them. */
export function checkSettings(config: Config): Finding[] {
  const { siteUrlGiven, siteOrigin, placeholders, forwardUrl, mailSettings } = config;
  const found: Finding[] = [];
  if (placeholders.length === 0) found.push(ok("company", "every fact about it is set"));
  else found.push(warn("company", `visitors see placeholders. Set ${placeholders.join(", ")}`));
  if (siteUrlGiven) found.push(ok("SITE_URL", siteOrigin));
  else found.push(warn("SITE_URL", "is not set: search engines get no canonical address, nor a sitemap"));
  if (forwardUrl && mailSettings) found.push(ok("delivery", "by the forwarding service, and by mail"));
  else if (forwardUrl) found.push(ok("delivery", "by the forwarding service (no mail: SMTP_URL is not set)"));
  else if (mailSettings) found.push(ok("delivery", "by mail"));
  else found.push(fail("delivery", "requests are kept and sent nowhere. Set FORWARD_URL"));
  return found;
}
