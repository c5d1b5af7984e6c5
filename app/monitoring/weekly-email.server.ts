import type { Config } from "~/config/config.server";
import { latestDue, localDate } from "~/local-time.server";
import { errorCode } from "~/log/error-code";
import type { Log } from "~/log/log.server";
import { makeThrottledLog } from "~/log/throttled-log.server";
import type { Condition } from "~/monitoring/conditions/condition.server";
import type { Observed } from "~/monitoring/observed.server";
import { readReport, writeReport } from "~/monitoring/report-note.server";
import { readPeriod, weeklyText } from "~/monitoring/weekly-text.server";
import { openTransport } from "~/quote/delivery/channels/smtp.server";
import type { Outbox } from "~/quote/outbox/outbox.server";

const HOUR = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
/** Nobody waits for it, and an email that is broken off may still arrive. */
const TIMEOUT_MS = 5 * 60 * 1000;
const ADVICE =
  "The weekly email was not sent. It is tried again every ten minutes. Check SMTP_URL and MAIL_TO, and that the outbox can be read and written.";

type WeeklyDeps = Pick<Config, "reportDay" | "keepSentDays" | "business" | "siteOrigin"> & {
  mailSettings: NonNullable<Config["mailSettings"]>;
  outbox: Outbox;
  observed: Pick<Observed, "failing">;
  log: Log;
};

/**
 * Makes the function that emails the owner if the weekly email is due: what is wrong, and what became of each request since the last
 * one that the mail server took. It comes even if there is nothing to say: silence could also mean a failure. Until it is taken it
 * stays due, however long that is.
 */
export function makeWeeklyEmail(deps: WeeklyDeps) {
  const { outbox, observed, reportDay, log, mailSettings, business, siteOrigin, keepSentDays } = deps;
  const throttledLog = makeThrottledLog(log);
  const siteHost = new URL(siteOrigin).hostname;

  return async function sendIfDue(now: Date, conditions: readonly Condition[]): Promise<void> {
    const due = latestDue(now, reportDay, HOUR);
    let missed: typeof due;
    try {
      const note = await readReport(outbox);
      const today = localDate(now);
      // Nothing is due at a first start: the first email comes on the next report day.
      if (!note) return await writeReport(outbox, { date: today, at: now.toISOString() });
      // One in the future, from a wrong clock, does not count.
      const last = note.date && note.date <= today ? note.date : "";
      if (!due || due.date <= last) {
        observed.failing.report = undefined;
        return;
      }
      // The first that was not taken: others may have been due since.
      missed = last ? latestDue(new Date(Date.parse(last) + DAY_MS + WEEK_MS), reportDay, HOUR) : due;
      await writeReport(outbox, note); // If nothing can be written, the email would come again and again.
      const since = note.at && note.at < now.toISOString() ? Date.parse(note.at) : due.at.getTime() - WEEK_MS;
      const period = await readPeriod(outbox, new Date(since), note.named ?? {}, now);
      const { subject, text } = weeklyText(period, conditions, keepSentDays);
      const transport = await openTransport(mailSettings.smtpUrl, siteHost);
      await transport.sendMail({
        // By the date, so a mailbox can recognize a copy.
        messageId: `<report-${due.date}@${siteHost}>`,
        from: mailSettings.from,
        to: mailSettings.to,
        subject: `${business.name}: ${subject}`,
        text,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      log("info", "report.sent", { date: due.date });
      observed.failing.report = undefined;
      throttledLog.clear("report.failed");
      await writeReport(outbox, { date: due.date, at: now.toISOString(), named: period.named });
    } catch (error) {
      const code = errorCode(error);
      if (missed) observed.failing.report = { since: missed.at.toISOString(), code };
      throttledLog.log("warn", "report.failed", { code, date: due?.date, advice: ADVICE });
    }
  };
}
