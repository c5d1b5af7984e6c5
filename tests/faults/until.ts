import { setTimeout as sleep } from "node:timers/promises";

/** Asks again and again until it is so; false where it is not within `ms`. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  ms: number,
  everyMs = 50,
): Promise<boolean> {
  for (const deadline = performance.now() + ms; performance.now() < deadline; await sleep(everyMs))
    if (await isSo()) return true;
  return false;
}

/** What a promise gives, or "late" after `ms`. */
export const within = <T>(promise: Promise<T>, ms: number): Promise<T | "late"> =>
  Promise.race([promise, sleep(ms, "late" as const, { ref: false })]);
