import { mkdtemp, readdir, rm } from "node:fs/promises";
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
import type { Answer } from "~/quote/outbox/outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { sampleRequest } from "../submit/sample-request";

/** The redelivery over an outbox in a folder of its own, with a clock that the tests set. */

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

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
    await rm(dir, { recursive: true, force: true });
  });
}

export const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
  passed += ms;
};
export const answering = (deliveryClass: DeliveryClass, more: Partial<Attempt> = {}) =>
  vi.fn(async (_: StoredRequest): Promise<Attempt> => ({ class: deliveryClass, bytes: 0, ms: 1, ...more }));
export const forward = (send: Channel["send"]): Channel => ({ name: "forward", afterMs: 0, send });
export const byMail = (send: Channel["send"]): Channel => ({ name: "mail", afterMs: 15 * MINUTE, send });

/** So many attempts by the forwarder, the last of them now, and due again. */
export const tried = (count: number) => ({ forward: { count, at: clock.toISOString(), class: "throttled" } });

export function setUp(channels: Channel[], outbox = openOutbox(dir), changes: Partial<CourierDeps> = {}) {
  const now = () => clock;
  const log: Log = (level, event, facts = {}) =>
    void (level !== "debug" && lines.push({ level, event, facts }));
  const courier = makeCourier({
    outbox,
    channels,
    // The spacing is a tenth of the first: too short to be waited for here.
    waitsS: [0.01, 3_600],
    leaderLock: { acquire: async () => true, release: async () => {} },
    firstAttemptMs: 15_000,
    ...{ log, hourly: hourlyLog(log), now },
    ...changes,
  });
  const watch = makeWaitingWatch(log, now);
  /** Looks once, and lets the rounds that it starts come to their end, unless one hangs. */
  const look = async (hangs = false) => {
    const { over, seen } = await courier.poll();
    if (seen) watch(seen);
    if (!hangs) await over;
  };
  /** A visitor has it in hand until `end` is called. */
  const visitor = (request: StoredRequest) => {
    let end = (_: Answer) => {};
    const gate = new Promise<Answer>((resolve) => {
      end = resolve;
    });
    const told = courier.take(request, () => gate);
    return { end: () => end({ success: false, kept: true }), told };
  };
  return { outbox, courier, look, visitor };
}

export const requests = (count: number) =>
  Array.from({ length: count }, (_, i) => sampleRequest("quote", { projectLocation: `${i} Road` }));
export const events = () => lines.map(({ event }) => event);

/** How many requests lie where. Read from the disk: on a slow one, the outbox's own counts may be seconds old. */
export const placed = async () => {
  const files = async (folder: string) => (await readdir(join(dir, folder)).catch(() => [])).length;
  return { waiting: await files("new"), dead: await files("dead") };
};
