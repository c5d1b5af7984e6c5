import type { Config } from "~/config/config.server";
import { type Finding, ok, thrown, warn } from "~/monitoring/checks/finding";
import { call, makeSend } from "~/monitoring/send.server";

const TEST = {
  type: "test",
  title: "Test",
  text: "The doctor sent this to check that messages arrive.",
  isUrgent: false,
  data: {},
} as const;

/** What is missing so that no request is in one place only, and no problem goes unnoticed. */
export async function checkMonitoring(config: Config, isSending: boolean): Promise<Finding[]> {
  const { notify, business, heartbeatUrl, keepSentDays, mailSettings, reportDay } = config;

  /** Calls a URL of the operator's, if they want it called. */
  async function tryUrl(about: string, name: string, run: () => Promise<void>) {
    if (!isSending) return ok(about, `${name} is set; --send tries it`);
    const refused = thrown("fail", about, `${name} did not accept a test message. Check it`);
    return run().then(() => ok(about, `${name} accepted a test message`), refused);
  }

  const hasReport = mailSettings && reportDay !== "none";
  const setReport = mailSettings ? "REPORT_DAY is none" : "Set SMTP_URL and MAIL_TO";
  return [
    notify
      ? await tryUrl("notify", "NOTIFY_URL", () => makeSend(notify, business.name)(TEST))
      : warn("notify", "problems show only in the log. Set NOTIFY_URL"),
    heartbeatUrl
      ? await tryUrl("heartbeat", "HEARTBEAT_URL", () => call(heartbeatUrl))
      : warn("heartbeat", "no alert if this machine goes down. Set HEARTBEAT_URL"),
    hasReport
      ? ok("report", `a weekly email goes to MAIL_TO on ${reportDay}`)
      : warn("report", `no weekly email tells you that all is well. ${setReport}`),
    keepSentDays > 0
      ? ok("copies", `sent requests are kept for ${keepSentDays} days`)
      : warn("copies", "no copy is kept of a request that is accepted and then lost. Set KEEP_SENT_DAYS"),
  ];
}
