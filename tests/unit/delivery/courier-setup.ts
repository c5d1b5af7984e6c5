import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";
import { hourlyLog } from "~/log/hourly-log.server";
import type { Log } from "~/log/log.server";
import { makeWaitingWatch } from "~/monitoring/waiting-watch.server";
import type { Attempt, Channel } from "~/quote/delivery/channel.server";
import { type CourierDeps, makeCourier } from "~/quote/delivery/courier.server";
import type { DeliveryClass } from "~/quote/delivery/delivery-classes.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import type { QuoteValues } from "~/quote/request";
import { makeSubmit, type SubmitDeps } from "~/quote/submit/submit.server";
import { KEY, MINUTE, REQUEST, sampleRequest } from "../submit/sample-request";

/** A courier over an outbox in a folder of its own, with channels and a clock that the test sets. */

export let dir: string;
export let clock: Date;
let passed: number;
const realNow = performance.now.bind(performance);
export let lines: { level: string; event: string; facts: Record<string, unknown> }[];

/** A folder and a clock for each test of the file that calls this. */
export function freshOutbox() {
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "outbox-"));
    clock = new Date("2026-05-01T12:00:00Z");
    passed = 0;
    vi.spyOn(performance, "now").mockImplementation(() => realNow() + passed);
    lines = [];
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    // A channel that the visitor did not wait for may still write.
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  });
}

export const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
  passed += ms;
};

/** A channel that answers as told, and what it was sent. */
export function channel(
  name: Channel["name"],
  answer: DeliveryClass,
  more: Partial<Attempt> = {},
  afterMs = 0,
) {
  const sent: StoredRequest[] = [];
  const one = {
    ...{ name, afterMs, sent, answer },
    send: async (request: StoredRequest): Promise<Attempt> => {
      sent.push(request);
      return { class: one.answer, bytes: 0, ms: 1, ...more };
    },
  };
  return one;
}
export const forward = (answer: DeliveryClass, more: Partial<Attempt> = {}) =>
  channel("forward", answer, more);
export const mail = (answer: DeliveryClass, afterMs = 0) => channel("mail", answer, {}, afterMs);

/** A channel whose answer the test gives. */
export function hanging(name: Channel["name"]) {
  const sent: StoredRequest[] = [];
  let answer = (_: DeliveryClass) => {};
  const attempt = new Promise<Attempt>((resolve) => {
    answer = (given) => resolve({ class: given, bytes: 0, ms: 1 });
  });
  const send = (request: StoredRequest) => {
    sent.push(request);
    return attempt;
  };
  return { ...{ name, afterMs: 0, sent, send }, answer: (given: DeliveryClass) => answer(given) };
}

export const failing = (code: string) => () => Promise.reject(Object.assign(new Error(), { code }));

export function setUp(
  channels: Channel[],
  parts: Partial<ReturnType<typeof openOutbox>> = {},
  changes: Partial<CourierDeps & SubmitDeps> = {},
) {
  // A request that is submitted is the sample.
  const outbox = { ...openOutbox(dir), ...parts, idKey: async () => KEY };
  // What ends after its test is over is no line of the next one.
  const told = lines;
  const log: Log = (level, event, facts = {}) =>
    void (level !== "debug" && told.push({ level, event, facts }));
  const shared = { outbox, log, hourly: hourlyLog(log), now: () => clock };
  const courier = makeCourier({
    ...{ ...shared, channels, firstAttemptMs: 15_000 },
    // The pause between two is a tenth of the first: too short to be waited for here.
    waitsS: [0.01, 3_600],
    leaderLock: { acquire: async () => true, release: async () => {} },
    ...changes,
  });
  const watch = makeWaitingWatch(log, () => clock);
  const rateLimit = { count: () => undefined, mayHold: () => true };
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
export const events = () => lines.map(({ event }) => event);
export const told = (event: string) => lines.filter((line) => line.event === event);

/** The requests in a place. Read from the disk: on a slow one, the outbox's own index may be seconds old. */
export async function lying(place: "new" | "sent" | "dead"): Promise<StoredRequest[]> {
  const names = await readdir(join(dir, place)).catch(() => []);
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(dir, place, name), "utf8"))));
}
/** How many lie where. */
export const counts = async () => ({
  waiting: (await lying("new")).length,
  dead: (await lying("dead")).length,
});
