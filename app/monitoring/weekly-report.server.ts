import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "~/config/config.server";
import { errorCode } from "~/config/error-code";
import type { Log } from "~/config/log.server";
import { retry } from "~/monitoring/call.server";
import { countWeek, reportText } from "~/monitoring/report-text.server";
import { openTransport } from "~/quote/delivery/mail.server";
import type { Turn } from "~/quote/outbox/folder-turn.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { dueDate } from "~/site/michigan-time.server";

const HOUR = 7;
/** It is due for a day, and not twice. */
const TURN_MS = 2 * 24 * 60 * 60 * 1000;
const POLL_MS = 10 * 60 * 1000;
const TIMEOUT_MS = 30_000;
const RETRY_MS = [10 * 60 * 1000, 60 * 60 * 1000];

export type ReportDeps = {
  mailSettings: NonNullable<Config["mailSettings"]>;
  day: string;
  /** The company's name. */
  name: string;
  keepSentDays: number;
  outbox: Outbox;
  turn: Turn;
  log: Log;
};

/**
 * Emails the owner once a week what became of the requests, even if there were none: silence could also mean a failure.
 * Only one of several processes sends it. If the site is down at that hour, it is sent within a day.
 */
export async function runWeeklyReport(deps: ReportDeps): Promise<never> {
  let hasBegun = false;
  for (;;) {
    hasBegun ||= await begin(new Date(), deps);
    if (hasBegun) await sendIfDue(new Date(), deps);
    await sleep(POLL_MS, undefined, { ref: false });
  }
}

/**
 * Notes the site's first start: the first report comes on the next report day after it, not in its first minute.
 *
 * @returns false if that could not be noted
 */
export const begin = (now: Date, { turn, day }: ReportDeps): Promise<boolean> =>
  turn.begin(dueDate(now, day, HOUR) ? TURN_MS : 0).then(
    () => true,
    () => false,
  );

/** Sends the report if it is its hour and nobody else has sent it. Never throws. */
export async function sendIfDue(now: Date, deps: ReportDeps, retryMs = RETRY_MS): Promise<void> {
  const { turn, log } = deps;
  const date = dueDate(now, deps.day, HOUR);
  if (!date || !(await turn.take(TURN_MS).catch(() => false))) return;
  try {
    await retry(() => mailReport(deps), retryMs);
    log("info", "report.sent", { date });
  } catch (error) {
    const advice = "The weekly email was not sent. Check SMTP_URL and MAIL_TO.";
    log("error", "report.failed", { code: errorCode(error), advice });
  }
}

async function mailReport({ mailSettings, name, keepSentDays, outbox }: ReportDeps): Promise<void> {
  const { subject, text } = reportText(await countWeek(outbox), keepSentDays);
  const { from, to, smtpUrl } = mailSettings;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const transport = await openTransport(smtpUrl);
  await transport.sendMail({ from, to, subject: `${name}: ${subject}`, text, signal });
}
