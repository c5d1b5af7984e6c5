import { createHmac, timingSafeEqual } from "node:crypto";
import type { HiddenValues } from "~/quote/hidden-values";

/** Nobody reads and fills six fields in less than this, in milliseconds. */
const TOO_FAST_MS = 2_000;

const sign = (key: Buffer, time: string) =>
  createHmac("sha256", key).update(`served ${time}`).digest("base64url").slice(0, 22);

/** When a form was served, signed, so that nobody can make up an earlier time. It holds nothing of the visitor. */
export function servedNow(key: Buffer, now: Date): string {
  const time = now.getTime().toString(36);
  return `${time}.${sign(key, time)}`;
}

/**
 * What makes a request look like spam, or undefined. Absent or forged marks mean nothing: text browsers, old pages and
 * people's own tools have none, and a false alarm may cost a job.
 */
export function spamMark({ trap, served }: HiddenValues, key: Buffer, now: Date): string | undefined {
  if (trap.trim()) return "hidden field filled";
  const [time = "", signature = ""] = served.split(".");
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(key, time))];
  const genuine = given.length === expected.length && timingSafeEqual(given, expected);
  const ms = now.getTime() - Number.parseInt(time, 36);
  // Served later than now: this clock was set back, or another replica's is ahead. It says nothing of the visitor.
  return genuine && ms >= 0 && ms < TOO_FAST_MS ? "sent within 2 s" : undefined;
}
