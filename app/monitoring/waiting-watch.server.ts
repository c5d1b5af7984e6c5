import { hourlyLog } from "~/log/hourly-log.server";
import type { Log } from "~/log/log.server";
import type { Index } from "~/quote/outbox/outbox.server";
import { acceptedBy } from "~/quote/outbox/stored-request.server";

const LATE_MS = 15 * 60 * 1000;

const ADVICE = {
  waiting:
    "Requests are waiting to be delivered. The last quote.kept line says why; `npm run outbox` lists them.",
  partial:
    "These requests have reached you by one channel; the other has not accepted them yet and will be tried again. Its last quote.kept line says why; `npm run outbox` lists them.",
  damaged:
    "This file in new/ was not sent: it cannot be read, is not a valid request, or is not named by its id. Fix it, or move it away.",
};

/** Makes the function that checks what is waiting in one outbox: it logs late requests hourly, and each damaged file once. */
export function makeWaitingWatch(log: Log, now = () => new Date()) {
  const hourly = hourlyLog(log);
  const reported = new Set<string>();

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

  return function look({ entries, damaged, damagedSince = "" }: Index): void {
    for (const file of damaged.filter((name) => !reported.has(name))) {
      reported.add(file);
      log("error", "outbox.damaged", { file, advice: ADVICE.damaged });
    }
    const waiting = entries.filter((entry) => acceptedBy(entry).length === 0);
    const partial = entries.filter((entry) => acceptedBy(entry).length > 0);
    const damagedMs = now().getTime() - Date.parse(damagedSince) || 0;
    alert("waiting", waiting.length + damaged.length, Math.max(oldestMs(waiting), damagedMs));
    alert("partial", partial.length, oldestMs(partial));
  };
}
