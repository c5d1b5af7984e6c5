import { randomUUID } from "node:crypto";
import type { Config } from "~/config/config.server";
import { errorCode } from "~/log/error-code";
import { call } from "~/monitoring/call.server";
import { type Finding, fail, ok, thrown, warn } from "~/monitoring/checks/finding";
import type { Message } from "~/monitoring/messages.server";
import { makeSend } from "~/monitoring/send.server";

const TEST: Message = {
  kind: "test",
  type: "test",
  title: "Test",
  text: "The doctor sent this to check that messages arrive.",
  data: {},
};

/** What is missing so that no request is in one place only, and no problem goes unnoticed. */
export async function checkMonitoring(config: Config, isSending: boolean): Promise<Finding[]> {
  const { heartbeatUrl, keepSentDays, mailSettings, reportDay } = config;
  return [
    await checkNotify(config, isSending),
    await checkHeartbeat(heartbeatUrl, isSending),
    mailSettings && reportDay !== "none"
      ? ok("report", `a weekly email goes to MAIL_TO on ${reportDay}`)
      : warn("report", "no weekly email tells you that all is well. Set SMTP_URL, MAIL_TO and REPORT_DAY"),
    keepSentDays > 0
      ? ok("copies", `sent requests are kept for ${keepSentDays} days`)
      : warn("copies", "no copy is kept of a request that is accepted and then lost. Set KEEP_SENT_DAYS"),
  ];
}

async function checkNotify({ notify, business }: Config, isSending: boolean): Promise<Finding> {
  if (!notify) return warn("notify", "problems show only in the log. Set NOTIFY_URL");
  if (!isSending) return ok("notify", "NOTIFY_URL is set; --send sends a test message");
  try {
    await (await makeSend(notify, business.name))(TEST, 0, randomUUID());
    return ok("notify", "NOTIFY_URL accepted a test message. Check that you got it");
  } catch (error) {
    return fail("notify", `NOTIFY_URL did not accept a test message (${errorCode(error)}). Check it`);
  }
}

async function checkHeartbeat(url: string | undefined, isSending: boolean): Promise<Finding> {
  if (!url) return warn("heartbeat", "no alert if this machine goes down. Set HEARTBEAT_URL");
  if (!isSending) return ok("heartbeat", "HEARTBEAT_URL is set; --send requests it once");
  return call(url).then(
    () => ok("heartbeat", "HEARTBEAT_URL responded"),
    thrown("fail", "heartbeat", "HEARTBEAT_URL did not respond. Check it"),
  );
}
