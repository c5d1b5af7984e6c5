import { type Finding, fail, ok, warn } from "~/cli/doctor/finding";
import type { Config } from "~/config/config.server";

/** What visitors would see and where requests would go. That each value can be used was proved by reading them. */
export function checkSettings(config: Config): Finding[] {
  const { siteUrlGiven, siteOrigin, placeholders, samples } = config;
  const found: Finding[] = [];
  if (samples.length > 0) {
    const text = `${samples.join(", ")} still hold a sample of .env.example, and count as not set. Set them, or take them out`;
    found.push(warn("settings", text));
  }
  if (placeholders.length === 0) found.push(ok("company", "every fact about it is set"));
  else found.push(warn("company", `visitors see placeholders. Set ${placeholders.join(", ")}`));
  if (siteUrlGiven) found.push(ok("SITE_URL", siteOrigin));
  else found.push(warn("SITE_URL", "is not set: search engines get no canonical address, nor a sitemap"));
  return [...found, delivery(config)];
}

/** By which ways requests go. */
function delivery({ delivery, forwardUrl, mailSettings }: Config): Finding {
  if (!mailSettings && !forwardUrl)
    return fail("delivery", "requests are kept and sent nowhere. Set FORWARD_URL");
  if (!mailSettings) return ok("delivery", "by the forwarding service (no mail: SMTP_URL is not set)");
  if (!forwardUrl) return ok("delivery", "by mail");
  if (delivery === "mail") return ok("delivery", "by mail (DELIVERY is mail, so FORWARD_URL is not used)");
  return ok("delivery", "by the forwarding service, and by mail");
}
