import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Attempt } from "~/quote/delivery/deliver.server";
import type { DeliveryClass } from "~/quote/delivery/delivery-classes.server";
import { dueInMs } from "~/quote/delivery/due.server";
import { makeInFlight } from "~/quote/delivery/in-flight.server";
import { retryPolicy } from "~/quote/delivery/retry-policy.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { openValkey } from "~/quote/valkey/connection.server";
import { wakeDelayed } from "~/quote/valkey/maintenance.server";
import { makeQueueOutbox } from "~/quote/valkey/queue-outbox.server";
import { openQueues } from "~/quote/valkey/queues.server";
import { startQueueWorkers } from "~/quote/valkey/worker.server";
import { makeWriteErrors } from "~/quote/valkey/write-errors.server";
import { noValkey, startValkey, type ValkeyServer } from "../valkey-server";
import { sampleRequest } from "./sample-request";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const tried = (next: string | undefined, more: object = {}): StoredRequest => ({
  ...sampleRequest(),
  receivedAt: inMs(-MINUTE),
  waitingSince: inMs(-MINUTE),
  tries: { forward: { count: 1, at: inMs(-MINUTE), class: "server-error", next } },
  ...more,
});

describe("how long a request waits in the queue", () => {
  const forward = { name: "forward", afterMs: 0 } as const;
  const mail = { name: "mail", afterMs: 15 * MINUTE } as const;
  const policy = { firstAttemptMs: 15_000, longestMs: retryPolicy([900, 3600]).longestMs };
  const toFirst = (request: StoredRequest) => dueInMs(request, forward, new Date(), policy);
  const toSecond = (request: StoredRequest) => dueInMs(request, mail, new Date(), policy);
  const fresh = (receivedMs: number) => ({ ...sampleRequest(), receivedAt: inMs(receivedMs) });

  it("is as long as it was told to", () => {
    expect(toFirst(fresh(0))).toBeGreaterThan(14_000);
    expect(toFirst(tried(inMs(15 * MINUTE)))).toBeGreaterThan(14 * MINUTE);
    expect(toFirst(tried(undefined))).toBe(0);
    expect(toSecond(fresh(0))).toBeGreaterThan(14 * MINUTE);
  });

  it("is until it is let go, where it is held", () => {
    expect(toFirst({ ...fresh(0), heldUntil: inMs(10 * MINUTE) })).toBeGreaterThan(9 * MINUTE);
    expect(toSecond({ ...fresh(-DAY), heldUntil: inMs(10 * MINUTE) })).toBeGreaterThan(9 * MINUTE);
  });

  it("is never for a time that a wrong clock wrote", () => {
    expect(toFirst(tried(inMs(400 * DAY)))).toBe(0);
    expect(toFirst(fresh(400 * DAY))).toBe(0);
    expect(toSecond(fresh(400 * DAY))).toBe(0);
    expect(toFirst({ ...fresh(0), heldUntil: inMs(400 * DAY) })).toBeLessThanOrEqual(15_000);
  });
});

describe.skipIf(noValkey)("the queue's workers", () => {
  let server: ValkeyServer;
  beforeAll(async () => {
    server = await startValkey();
  });
  afterAll(() => server.end());
  const ended: (() => unknown)[] = [];
  afterEach(() => Promise.all(ended.splice(0).map((end) => end())));

  let sites = 0;
  async function setUp(answer: (stored: StoredRequest) => DeliveryClass, waitsS = [60]) {
    const valkey = await openValkey(server.url, () => {});
    const queues = await openQueues(valkey, `worker-${sites++}`);
    const send = vi.fn(
      async (stored: StoredRequest): Promise<Attempt> => ({
        class: answer(stored),
        status: 200,
        bytes: 0,
        ms: 1,
      }),
    );
    const channels = [{ name: "forward", afterMs: 0, send } as const];
    const events: string[] = [];
    const log = (_: string, event: string) => void events.push(event);
    const now = () => new Date();
    const outbox = makeQueueOutbox(valkey, queues, {
      channels,
      firstAttemptMs: 15_000,
      waitsS,
      keepSentDays: 30,
    });
    const workers = await startQueueWorkers({
      ...{ valkey, queues, queue: outbox, channels, waitsS, log, now, firstAttemptMs: 15_000 },
      inFlight: makeInFlight(now),
      writeErrors: makeWriteErrors(log, ""),
      noteSent: async (stored) => void (await outbox.noteSent(stored)),
      keepCopy: async () => {},
      onGone: () => {},
    });
    ended.push(async () => {
      await workers.stop();
      valkey.stop();
      valkey.client.disconnect();
    });
    return { valkey, queues, outbox, send, events };
  }
  const one = tried(undefined);
  const other = tried(undefined, { id: "0".repeat(32), receivedAt: inMs(-30_000) });
  // After the service's own trouble all rest for 15 s; two requests are 2 s apart.
  const beforeTheRest = { timeout: 14_000, interval: 50 };

  it("a request refused for what it says keeps the next one waiting no longer than usual", async () => {
    const { outbox, send } = await setUp(({ id }) => (id === one.id ? "refused" : "accepted"));
    await outbox.store(one);
    await outbox.store(other);
    await vi.waitFor(
      () => expect(send.mock.calls.map(([{ id }]) => id)).toEqual([one.id, other.id]),
      beforeTheRest,
    );
  });

  it("the service's own trouble does", async () => {
    const { outbox, send } = await setUp(() => "server-error");
    await outbox.store(one);
    await outbox.store(other);
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1), beforeTheRest);
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("a request is given up only after an attempt past its time, and enough of them", async () => {
    const { outbox, queues, send, events } = await setUp(() => "server-error");
    const forward = { at: inMs(-20 * DAY), class: "server-error" };
    // A machine that was off for twenty days.
    await outbox.store(
      tried(undefined, { waitingSince: inMs(-20 * DAY), tries: { forward: { ...forward, count: 10 } } }),
    );
    await vi.waitFor(async () => expect(await queues.requests.getFailedCount()).toBe(1), beforeTheRest);
    expect(send).toHaveBeenCalledTimes(1);
    expect(events.filter((event) => event.startsWith("quote."))).toEqual(["quote.kept", "quote.dead"]);
  });

  it("too few attempts are not enough", async () => {
    const { outbox, queues, send } = await setUp(() => "server-error");
    const forward = { count: 1, at: inMs(-20 * DAY), class: "server-error" };
    await outbox.store(tried(undefined, { waitingSince: inMs(-20 * DAY), tries: { forward } }));
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1), beforeTheRest);
    await vi.waitFor(async () => expect(await queues.requests.getDelayedCount()).toBe(1), beforeTheRest);
    expect(await queues.requests.getFailedCount()).toBe(0);
  });

  it("a job that a wrong clock has put off for a year is due at once, the others are not", async () => {
    const { valkey, outbox, queues, send } = await setUp(() => "accepted");
    await outbox.store(tried(inMs(MINUTE)));
    const waiting = await queues.requests.getJob(one.id);
    await wakeDelayed(valkey, queues.requests, 2 * DAY);
    expect(await waiting?.isDelayed()).toBe(true);
    await waiting?.changeDelay(400 * DAY);
    await wakeDelayed(valkey, queues.requests, 2 * DAY);
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1), beforeTheRest);
  });

  it("a job that Valkey forgets while it is being sent is put back when it is not accepted", async () => {
    const { valkey, outbox, send, queues } = await setUp(() => "server-error");
    send.mockImplementationOnce(async () => {
      await valkey.client.flushall();
      return { class: "server-error", status: 500, bytes: 0, ms: 1 };
    });
    await outbox.store(one);
    await vi.waitFor(
      async () => expect(await outbox.read(one.id)).toMatchObject({ tries: { forward: { count: 2 } } }),
      beforeTheRest,
    );
    expect(await queues.requests.getDelayedCount()).toBe(1);
  });
});
