import { formatShortTime } from "~/local-time.server";
import type { Waiting } from "~/monitoring/conditions/condition.server";
import { adviceOf } from "~/quote/lifecycle/advice.server";
import type { ChannelName } from "~/quote/lifecycle/stored-quote.server";

/** How messages, emails and the doctor count, list and date. */

const MOST_NAMED = 3;

/** "1 request", "3 requests". */
export const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number === 1 ? one : many}`;

/** "Nov 26, 9:40 AM", where the company is. */
export const timeOf = (time: string | number) => formatShortTime(new Date(time));

/** "Nov 26". */
export const dayOf = (time: string | number) => timeOf(time).replace(/,.*/, "");

/** Returns the earliest time, or `Infinity` if the list is empty. `Math.min(...times)` throws if the list is very long. */
export const earliest = (times: readonly number[]) =>
  times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);

/** The first few ids or names, and how many more there are. */
export const listOf = (names: readonly string[]) =>
  names.slice(0, MOST_NAMED).join(", ") +
  (names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "");

export const CHANNELS: Record<ChannelName, string> = { forward: "forwarding service", mail: "mail server" };

/** Why these wait: what each channel said last, in plain words, each once. */
export function causesOf(waiting: readonly Pick<Waiting, "tries">[]): string[] {
  const failures = waiting.flatMap(({ tries }) => Object.values(tries).filter(({ accepted }) => !accepted));
  return [...new Set(failures.map((state) => adviceOf(state, state.uncertain)))];
}
