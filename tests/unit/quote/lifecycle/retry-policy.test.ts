import { expect, it, vi } from "vitest";
import type { ResponseClass } from "~/quote/lifecycle/response-classes.server";
import { dueAt, isDue, retryDelayMs } from "~/quote/lifecycle/retry-policy.server";
import { statusOf } from "~/quote/lifecycle/status.server";
import { attempted } from "~/quote/lifecycle/transitions.server";
import { DAY, MINUTE } from "../intake/sample-quote";
import {
  accepted,
  date,
  exhausted,
  forward,
  iso,
  lateMail,
  mail,
  quote,
  RETRY_DELAYS_S,
  tried,
} from "./states";

const TIMES = { firstAttemptMs: 15_000, retryDelaysS: [900, 3_600] };
const soonMail = { name: "mail", delayMs: 1_000 } as const;

it.each([
  ["the first attempt's time is over", {}, forward, 15_000],
  ["the time that its last attempt set has come", tried({ next: iso(900_000) }), forward, 900_000],
  ["it is as old as the channel's delay", {}, lateMail, 15 * MINUTE],
  ["the first attempt's time is over, though the delay is shorter", {}, soonMail, 15_000],
  ["it is as old as the delay, and another channel has tried", tried(), soonMail, 1_000],
  ["the first attempt's time is over, though another channel has tried", tried(), mail, 15_000],
  ["its hold ends", { heldUntil: iso(10 * MINUTE) }, forward, 10 * MINUTE],
  ["its hold ends, though the delay is shorter", { heldUntil: iso(DAY / 2) }, lateMail, DAY / 2],
])("retry policy: a quote is due when %s", (_, more, channel, ms) => {
  expect(dueAt(quote(more), channel, date(0), TIMES)).toEqual({ at: date(ms).getTime() });
  expect([ms - 1, ms].map((at) => isDue(quote(more), channel, date(at), TIMES))).toEqual([false, true]);
});

it.each([
  ["next", tried({ next: iso(400 * DAY) })],
  ["next, by a clock that was ahead", tried({ at: iso(DAY), next: iso(DAY + MINUTE) })],
  ["receivedAt", { receivedAt: iso(400 * DAY) }],
  ["heldUntil and receivedAt", { receivedAt: iso(2 * DAY), heldUntil: iso(DAY) }],
  ["heldUntil", { heldUntil: iso(400 * DAY) }],
])("retry policy: a quote is due now when a wrong clock set %s", (_, more) => {
  expect(isDue(quote(more), forward, date(MINUTE), TIMES)).toBe(true);
});

it.each([
  ["accepted", accepted],
  ["exhausted", exhausted],
])("retry policy: a quote is never due when its channel is %s", (never, forwardState) => {
  const found = quote({ tries: { forward: forwardState } });
  expect(dueAt(found, forward, date(99 * DAY), TIMES)).toEqual({ never });
  expect(isDue(found, forward, date(99 * DAY), TIMES)).toBe(false);
});

type More = { random?: number; retryAfterS?: number; retryDelaysS?: number[] };
type Wait = [name: string, of: ResponseClass, attempts: number[], delaysS: number[], more?: More];
const OPERATORS = [
  ...(["needs-activation", "blocked", "misconfigured", "unclear", "request-refused"] as const),
  ...(["mail-refused", "mail-request-refused"] as const),
];
const MAY_HAVE_ARRIVED = [900, 3_600, 86_400, 172_800, 345_600, 604_800, 604_800];
it.each<Wait>([
  ["grows from 15 min to 24 h", "unreachable", [1, 2, 3, 4, 5, 99], [...RETRY_DELAYS_S, 86_400]],
  ["is 20 % less at the least", "unreachable", [1], [720], { random: 0 }],
  ["is 20 % more at the most", "unreachable", [1], [1_080], { random: 1 }],
  ["is Retry-After when that is longer", "throttled", [1], [7_200], { retryAfterS: 7_200 }],
  ["is not Retry-After when that is shorter", "throttled", [1], [900], { retryAfterS: 5 }],
  ["is a day at most when Retry-After is longer", "throttled", [1], [86_400], { retryAfterS: 1e9 }],
  ["doubles up to a week from the third ambiguous one", "unknown", [1, 2, 3, 4, 5, 6, 99], MAY_HAVE_ARRIVED],
  ["doubles for ambiguous emails, too", "mail-unknown", [1, 2, 3, 4, 5, 6, 99], MAY_HAVE_ARRIVED],
  ["stays a day when the last attempt is not ambiguous", "unreachable", [6], [86_400]],
  ["is the operator's when that is longer than a week", "unknown", [4], [1e6], { retryDelaysS: [1e6] }],
  ...OPERATORS.map((name): Wait => [`skips two steps after ${name}`, name, [1, 9], [14_400, 86_400]]),
])("retry policy: the delay %s", (_, responseClass, attempts, delaysS, more = {}) => {
  const { random = 0.5, retryAfterS = 0, retryDelaysS = RETRY_DELAYS_S } = more;
  const result = { class: responseClass, bytes: 0, ms: 1, retryAfterS };
  const found = attempts.map((count) =>
    retryDelayMs(result, { attempts: count, ambiguousAttempts: count }, retryDelaysS, random),
  );
  expect(found.map(Math.round)).toEqual(delaysS.map((seconds) => 1000 * seconds));
});

it.each([
  ["shortest", 0, [0, 0, 0, 0, 2, 5, 11, 16]],
  ["longest", 1, [0, 0, 0, 1, 3, 8, 16]],
])("retry policy: 7 or 8 copies come when no attempt is ever answered: %s delays", (_, random, days) => {
  vi.spyOn(Math, "random").mockReturnValue(random);
  const copies: number[] = [];
  let found = quote();
  for (let ms = 0; statusOf(found, [forward], date(ms)) === "new"; ms += 30 * MINUTE) {
    if (!isDue(found, forward, date(ms), { firstAttemptMs: 0, retryDelaysS: RETRY_DELAYS_S })) continue;
    const result = { class: "unknown", bytes: 0, ms: 1 } as const;
    found = attempted(found, "forward", result, RETRY_DELAYS_S, date(ms));
    copies.push(Math.floor(ms / DAY));
  }
  expect(copies).toEqual(days);
});
