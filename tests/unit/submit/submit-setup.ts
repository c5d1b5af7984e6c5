import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";
import { hourlyLog } from "~/log/hourly-log.server";
import type { Log } from "~/log/log.server";
import type { Attempt, Channel } from "~/quote/delivery/channel.server";
import { type CourierDeps, makeCourier } from "~/quote/delivery/courier.server";
import type { DeliveryClass } from "~/quote/delivery/delivery-classes.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import type { FormKind, QuoteValues } from "~/quote/request";
import { makeSubmit, type Submission, type SubmitDeps } from "~/quote/submit/submit.server";

/** The submitting over an outbox in a folder of its own, with a clock that the tests set. */

export let dir: string;
export let clock: Date;
export let lines: { level: string; event: string; facts: Record<string, unknown> }[];
/** The lines that announce a new request. They are for those who watch, not for the log that an operator reads. */
export let arrivals: typeof lines;

/** A folder and a clock for each test of the file that calls this. */
export function freshOutbox() {
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "outbox-"));
    clock = new Date("2026-05-01T12:00:00Z");
    lines = [];
    arrivals = [];
  });
  // A channel that the visitor did not wait for may still write.
  afterEach(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
}

export const waiting = async () => {
  const names = await readdir(join(dir, "new")).catch(() => []);
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(dir, "new", name), "utf8")) as StoredRequest),
  );
};

export function setUp(
  answer: DeliveryClass | undefined,
  status = 200,
  outbox = openOutbox(dir),
  changes: Partial<SubmitDeps & CourierDeps> = {},
) {
  /** What lay on the disk when the relay was called. */
  const storedBefore: StoredRequest[][] = [];
  const relay = vi.fn(async (_: StoredRequest): Promise<Attempt> => {
    storedBefore.push(await waiting());
    return { class: answer ?? "unknown", status, bytes: 0, ms: 1 };
  });
  // What ends after its test is over is no line of the next one.
  const told = { arrivals, lines };
  const now = () => clock;
  const log: Log = (level, event, facts = {}) => {
    (level === "debug" ? told.arrivals : told.lines).push({ level, event, facts });
  };
  const forward: Channel = { name: "forward", afterMs: 0, send: relay };
  const shared = { outbox, log, hourly: hourlyLog(log), now };
  const courier = makeCourier({
    ...shared,
    channels: answer ? [forward] : [],
    waitsS: [900],
    firstAttemptMs: 15_000,
    leaderLock: { acquire: async () => true, release: async () => {} },
    ...changes,
  });
  const rateLimit = { count: async () => undefined, mayHold: async () => true };
  const take = makeSubmit({ ...shared, outboxes: [outbox], courier, rateLimit, ...changes });
  const submit = (form: FormKind, values: QuoteValues, more: Partial<Submission> = {}) =>
    take({ form, values, honeypot: "", address: "192.0.2.1", ...more });
  return { submit, relay, storedBefore };
}

export const unwritable = () => {
  const broken = () => Promise.reject(Object.assign(new Error(), { code: "ENOSPC" }));
  return { ...openOutbox(dir), take: broken, store: broken, accept: broken, idKey: broken };
};

export const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
