import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "~/config/config.server";
import { dueDate, localDate } from "~/local-time.server";
import { errorCode } from "~/log/error-code";
import type { Log } from "~/log/log.server";
import { makeThrottledLog } from "~/log/throttled-log.server";
import { readWeek, reportText } from "~/monitoring/report-text.server";
import { openTransport } from "~/quote/delivery/channels/smtp.server";
import type { Outbox, RedeliveryLock } from "~/quote/outbox/outbox.server";

const HOUR = 7;
const POLL_MS = 10 * 60 * 1000;
/** Nobody waits for it, and an email that is broken off may still arrive. */
const TIMEOUT_MS = 5 * 60 * 1000;
const ADVICE =
  "The weekly email was not sent. It is tried again every ten minutes for a day. Check SMTP_URL and MAIL_TO, and that OUTBOX_DIR can be read and written.";

export type ReportDeps = Pick<Config, "reportDay" | "keepSentDays" | "business" | "siteOrigin"> & {
  mailSettings: NonNullable<Config["mailSettings"]>;
  /** The first one keeps the date of the last email. */
  outboxes: readonly Outbox[];
  /** Only the process that redelivers sends it. */
  redeliveryLock: Pick<RedeliveryLock, "acquire">;
  log: Log;
};

/**
 * Emails the owner once a week what became of the requests, even if there were none: silence could also mean a failure.
 * Only one of several processes sends it. If the site is down at that hour, it is sent within a day. Never returns.
 */
export async function runWeeklyReport(deps: ReportDeps): Promise<never> {
  const sendIfDue = makeWeeklyReport(deps);
  for (;;) {
    await sendIfDue(new Date()).catch(({ code, name }: NodeJS.ErrnoException) => {
      // The worker logs what the disk throws.
      if (!code) deps.log("error", "site.fault", { code: name });
    });
    await sleep(POLL_MS, undefined, { ref: false });
  }
}

/**
 * Makes the function that sends the email if it is due and was not sent. Only what the mail server took is noted as sent,
 * so a process that ends before leaves it to the next one. It throws what the disk throws.
 */
export function makeWeeklyReport(deps: ReportDeps) {
  const { outboxes, redeliveryLock, reportDay, log, mailSettings, business, siteOrigin, keepSentDays } = deps;
  const throttledLog = makeThrottledLog(log);
  const note = async (date: string) => outboxes[0]?.writeMetadata("report", `${date}\n`);

  return async function sendIfDue(now: Date): Promise<void> {
    if (!(await redeliveryLock.acquire())) return;
    const today = localDate(now);
    const noted = (await outboxes[0]?.readMetadata("report"))?.trim();
    // Nothing is due at a first start: the first email comes on the next report day.
    if (noted === undefined) return note(today);
    // One in the future, from a wrong clock, does not count.
    const last = noted <= today ? noted : "";
    const date = dueDate(now, reportDay, HOUR);
    if (!date || date <= last) return;
    try {
      await note(last); // If nothing can be noted, the email would come again and again.
      const { subject, text } = reportText(await readWeek(outboxes, now), {
        keepSentDays,
        isShared: outboxes.length > 1,
      });
      const transport = await openTransport(mailSettings.smtpUrl, new URL(siteOrigin).hostname);
      await transport.sendMail({
        // By the date, so a mailbox can recognize a copy.
        messageId: `<report-${date}@${new URL(siteOrigin).hostname}>`,
        from: mailSettings.from,
        to: mailSettings.to,
        subject: `${business.name}: ${subject}`,
        text,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      return throttledLog.log("error", "report.failed", { code: errorCode(error), date, advice: ADVICE });
    }
    log("info", "report.sent", { date });
    throttledLog.clear("report.failed");
    await note(date);
  };
}
