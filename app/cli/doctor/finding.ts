import { errorCode } from "~/config/error-code";
import type { OutboxCounts } from "~/quote/outbox/outbox.server";

/** The result of one check. `warn`: the operator decides. `fail`: requests will not arrive. */
export type Finding = { level: "ok" | "warn" | "fail"; about: string; text: string };

export const ok = (about: string, text: string): Finding => ({ level: "ok", about, text });
export const warn = (about: string, text: string): Finding => ({ level: "warn", about, text });
export const fail = (about: string, text: string): Finding => ({ level: "fail", about, text });

/** Ends a check that throws in a finding, so that the other checks still run. */
export const thrown =
  (level: "warn" | "fail", about: string, text: string) =>
  (error: unknown): Finding => ({ level, about, text: `${text} (${errorCode(error)})` });

/** What is in a place that keeps requests. `see`: where the operator finds those that are not sent any more. */
export function checkWaiting(
  { waiting, oldest, partial, dead, suspect }: OutboxCounts,
  see: { dead: string; suspect: string },
): Finding[] {
  const about = "requests";
  const since = oldest ? `, the oldest since ${oldest}` : "";
  const found = [(waiting > 0 ? warn : ok)(about, `${waiting} waiting${since}`)];
  if (partial > 0)
    found.push(warn(about, `${partial} reached you by one channel, and wait for the other: npm run outbox`));
  if (dead > 0) found.push(warn(about, `${dead} given up, ${see.dead}: read them and call the visitors`));
  if (suspect > 0) found.push(warn(about, `${suspect} suspected, ${see.suspect}: check whether one is real`));
  return found;
}
