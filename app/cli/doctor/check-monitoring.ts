import { randomUUID } from "node:crypto";
import type { Config } from "~/config/config.server";
import { type Finding, ok, thrown, warn } from "~/monitoring/checks/finding";
import type { Message } from "~/monitoring/messages.server";
import { call, makeSend } from "~/monitoring/send.server";

const TEST: Message = {
  kind: "test",
  type: "test",
  title: "Test",
  text: "The doctor sent this to check that messages arrive.",
  data: {},
};

/** What is missing so that no request is in one place only, and no problem goes unnoticed. */
export async function checkMonitoring(config: Config, isSending: boolean): Promise<Finding[]> {
  const { notify, business, heartbeatUrl, keepSentDays, mailSettings, reportDay } = config;

  /** Calls a URL of the operator's, if it is set and they want it called. */
  async function tryUrl(about: string, name: string, missing: string, run?: () => Promise<void>) {
    if (!run) return warn(about, `${missing}. Set ${name}`);
    if (!isSending) return ok(about, `${name} is set; --send tries it`);
    const refused = thrown("fail", about, `${name} did not take a test. Check it`);
    return run().then(() => ok(about, `${name} took a test`), refused);
  }
  const sendTest = async () =>
    (await makeSend(notify as NonNullable<typeof notify>, business.name))(TEST, 0, randomUUID());

  return [
    await tryUrl("notify", "NOTIFY_URL", "problems show only in the log", notify && sendTest),
    await tryUrl(
      "heartbeat",
      "HEARTBEAT_URL",
      "no alert if this machine goes down",
      heartbeatUrl ? () => call(heartbeatUrl) : undefined,
    ),
    mailSettings && reportDay !== "none"
      ? ok("report", `a weekly email goes to MAIL_TO on ${reportDay}`)
      : warn("report", "no weekly email tells you that all is well. Set SMTP_URL, MAIL_TO and REPORT_DAY"),
    keepSentDays > 0
      ? ok("copies", `sent requests are kept for ${keepSentDays} days`)
      : warn("copies", "no copy is kept of a request that is accepted and then lost. Set KEEP_SENT_DAYS"),
  ];
}
