import { afterEach, beforeEach, vi } from "vitest";
import { hourlyLog } from "~/log/hourly-log.server";
import { makeWaitingWatch } from "~/monitoring/waiting-watch.server";
import type { Attempt, Channel } from "~/quote/delivery/channel.server";
import { makeCourier } from "~/quote/delivery/courier.server";
import type { DeliveryClass } from "~/quote/delivery/delivery-classes.server";
import type { CourierDeps } from "~/quote/delivery/hands.server";
import type { QuoteValues } from "~/quote/fields";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { makeSubmit, type SubmitDeps } from "~/quote/submit/submit.server";
import { dir, freshFolder, log } from "../outbox/folder";
import { KEY, MINUTE, REQUEST, sampleRequest } from "../submit/sample-request";

/** A courier over an outbox in a folder of its own, with channels and a clock that the test sets. */

export let clock: Date;
let passed: number;
const realNow = performance.now.bind(performance);

/** A folder and a clock for each test of the file that calls this. */
export function freshCourier() {
  freshFolder();
  beforeEach(() => {
    [clock, passed] = [new Date("2026-05-01T12:00:00Z"), 0];
    vi.spyOn(performance, "now").mockImplementation(() => realNow() + passed);
  });
  afterEach(() => void vi.restoreAllMocks());
}

export const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
  passed += ms;
};

type Answer = DeliveryClass | Promise<DeliveryClass>;

/** A channel that answers as told, and what it was sent. */
export function channel(name: Channel["name"], answer: Answer, more: Partial<Attempt> = {}, afterMs = 0) {
  const sent: StoredRequest[] = [];
  const one = {
    ...{ name, afterMs, sent, answer },
    send: async (request: StoredRequest): Promise<Attempt> => {
      sent.push(request);
      return { class: await one.answer, bytes: 0, ms: 1, ...more };
    },
  };
  return one;
}
export const forward = (answer: Answer, more: Partial<Attempt> = {}) => channel("forward", answer, more);
export const mail = (answer: Answer, afterMs = 0) => channel("mail", answer, {}, afterMs);

/** A channel that answers when the test says so. */
export function hanging(name: Channel["name"]) {
  let respond = (_: DeliveryClass) => {};
  const answer = new Promise<DeliveryClass>((resolve) => {
    respond = resolve;
  });
  return { ...channel(name, answer), respond };
}

export function setUp(
  channels: Channel[],
  parts: Partial<ReturnType<typeof openOutbox>> = {},
  changes: Partial<CourierDeps & SubmitDeps> = {},
) {
  // A request that is submitted is the sample.
  const outbox = { ...openOutbox(dir), ...parts, idKey: async () => KEY };
  const shared = { outbox, log, hourly: hourlyLog(log), now: () => clock };
  const courier = makeCourier({
    ...{ ...shared, channels, firstAttemptMs: 15_000 },
    // The pause between two is a tenth of the first: too short to be waited for here.
    waitsS: [0.01, 3_600],
    leaderLock: { acquire: async () => true, release: async () => {} },
    ...changes,
  });
  const watch = makeWaitingWatch(log, () => clock);
  const rateLimit = { count: () => undefined, hold: () => 61 };
  const submit = makeSubmit({ ...shared, outboxes: [outbox], courier, rateLimit, ...changes });
  return {
    ...{ outbox, courier },
    submit: (values: QuoteValues = REQUEST, honeypot = "") =>
      submit({ form: "quote", values, honeypot, address: "192.0.2.1" }),
    /** Looks once at all that waits, a minute later, and lets what it starts come to its end. */
    look: async (afterMs = MINUTE) => {
      pass(afterMs);
      const { seen, over } = await courier.poll();
      if (seen) watch(seen);
      await over;
    },
  };
}

export const requests = (count: number) =>
  Array.from({ length: count }, (_, i) => sampleRequest("quote", { projectLocation: `${i} Road` }));
