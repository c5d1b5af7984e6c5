import type { Outbox } from "~/quote/outbox/outbox.server";
import { dateInMichigan } from "~/site/michigan-time.server";

/** The date of the last weekly email, kept beside the requests as `report`. Both functions throw what the outbox throws. */
export type ReportDate = ReturnType<typeof makeReportDate>;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Version 1.0.0 noted the time this long after the last email. */
const OLD_PAUSE_MS = 2 * 24 * 60 * 60 * 1000;

export function makeReportDate({ readNote, writeNote }: Pick<Outbox, "readNote" | "writeNote">) {
  /** YYYY-MM-DD, in Michigan; undefined at a first start. "" if it is damaged, or in the future: the clock was wrong. */
  async function read(now: Date): Promise<string | undefined> {
    const text = await readNote("report");
    const date = text && asDate(text.trim());
    return date && date > dateInMichigan(now) ? "" : date;
  }

  async function note(date: string): Promise<void> {
    await writeNote("report", `${date}\n`);
  }

  return { read, note };
}

function asDate(text: string): string {
  if (DATE.test(text)) return text;
  const time = new Date(Date.parse(text) - OLD_PAUSE_MS);
  return Number.isNaN(time.getTime()) ? "" : dateInMichigan(time);
}
