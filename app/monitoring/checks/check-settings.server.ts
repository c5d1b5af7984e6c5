import type { Config } from "~/config/config.server";
import { today } from "~/local-time.server";
import { type Finding, fail, ok, warn } from "~/monitoring/checks/finding";

/** What visitors see and where requests go, for the log at start and for the doctor. Each value has proved valid. */
export function checkSettings(config: Config): Finding[] {
  const { siteUrlGiven, siteOrigin, placeholders, samples, notice, forwardUrl = "" } = config;
  const sampleText = `samples from .env.example count as not set: ${samples.join(", ")}. Set your own values, or remove them`;
  const forBrowsers =
    "is FormSubmit's address for browsers, which does not say whether it accepted. Put /ajax/ before the form id";
  return [
    samples.length > 0 && warn("settings", sampleText),
    placeholders.length === 0
      ? ok("company", "all company settings are set")
      : warn("company", `visitors see placeholders. Set ${placeholders.join(", ")}`),
    siteUrlGiven
      ? ok("SITE_URL", siteOrigin)
      : warn("SITE_URL", "is not set: search engines get no canonical URL and no sitemap. Set it to go live"),
    notice !== undefined && checkNotice(notice),
    /^https?:\/\/formsubmit\.co\/(?!ajax\/.)/.test(forwardUrl) && warn("FORWARD_URL", forBrowsers),
    checkChannels(config),
  ].filter((finding) => finding !== false);
}

/** A notice that is over is shown no more. */
const checkNotice = ({ until }: { until: string }): Finding =>
  today() <= until
    ? ok("notice", `BUSINESS_NOTICE is shown until ${until}`)
    : warn("notice", `BUSINESS_NOTICE ended on ${until} and is not shown. Remove it, or set a new date`);

function checkChannels({ forwardUrl, mailSettings, mailAfterS }: Config): Finding {
  if (!mailSettings && !forwardUrl)
    return fail("delivery", "requests are saved but not sent. Set FORWARD_URL");
  if (!mailSettings) return ok("delivery", "by the forwarding service (no email: SMTP_URL is not set)");
  if (!forwardUrl) return ok("delivery", "by email");
  if (mailAfterS === 0) return ok("delivery", "by the forwarding service and by email, both at once");
  return ok("delivery", "by the forwarding service; by email if it does not accept");
}
