import { hourlyLog } from "~/log/hourly-log.server";
import type { Log } from "~/log/log.server";
import type { Index } from "~/quote/outbox/outbox.server";
import { acceptedBy } from "~/quote/outbox/stored-request.server";

const LATE_MS = 15 * 60 * 1000;

const ADVICE = {
  waiting: "Requests wait for delivery. The last quote.kept line says why; `npm run outbox` lists them.",
  partial:
    "These requests have reached you by one channel; the other has not accepted them yet and is tried again. Its last quote.kept line says why; `npm run outbox` lists them.",
};

/** Makes the function that tells the operator, each hour, how many requests wait too long. */
export function makeOverdueAlert(log: Log, now: () => Date) {
  const hourly = hourlyLog(log);

  function alert(state: "waiting" | "partial", count: number, oldestMs: number): void {
    const facts = { [state]: count, oldestMinutes: Math.round(oldestMs / 60_000), advice: ADVICE[state] };
    if (oldestMs < LATE_MS) hourly.clear(`outbox.${state}`);
    else if (state === "waiting") hourly.log("error", "outbox.waiting", facts);
    // The owner has these by one channel, so it is no error.
    else hourly.log("warn", "outbox.partial", facts);
  }

  /**
   * By the clock, or since this process first saw the request, whichever is longer: the clock may have been set back. Time on
   * hold does not count.
   */
  const waitedMs = ({ receivedAt, heldUntil = receivedAt, seenAt }: Index["entries"][number]) =>
    Math.max(now().getTime() - Date.parse(receivedAt), performance.now() - seenAt) -
    (Date.parse(heldUntil) - Date.parse(receivedAt));
  const oldestMs = (entries: Index["entries"]) =>
    entries.reduce((longest, entry) => Math.max(longest, waitedMs(entry)), 0);

  return function alertOverdue({ entries, damaged, damagedSince = "" }: Index): void {
    const waiting = entries.filter((entry) => acceptedBy(entry).length === 0);
    const partial = entries.filter((entry) => acceptedBy(entry).length > 0);
    const damagedMs = now().getTime() - Date.parse(damagedSince) || 0;
    alert("waiting", waiting.length + damaged.length, Math.max(oldestMs(waiting), damagedMs));
    alert("partial", partial.length, oldestMs(partial));
  };
}
