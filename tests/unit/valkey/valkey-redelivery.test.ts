import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { hourlyLog } from "~/config/hourly-log.server";
import type { Attempt } from "~/quote/delivery/deliver.server";
import type { DeliveryClass } from "~/quote/delivery/delivery-classes.server";
import { makeInFlight } from "~/quote/delivery/in-flight.server";
import { makeRedelivery } from "~/quote/delivery/redelivery.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { openValkey } from "~/quote/valkey/connection.server";
import { shareInFlight } from "~/quote/valkey/shared-in-flight.server";
import { makeValkeyLock } from "~/quote/valkey/valkey-lock.server";
import { makeValkeyOutbox } from "~/quote/valkey/valkey-outbox.server";
import { noValkey, startValkey, type ValkeyServer } from "../../valkey-server";
import { DAY, inMs, MINUTE, sampleRequest, tried } from "../submit/sample-request";

/** How the redelivery works on Valkey. What it does alike on a folder is in redelivery.test.ts. */
describe.skipIf(noValkey)("redelivery from Valkey", () => {
  let server: ValkeyServer;
  beforeAll(async () => {
    server = await startValkey();
  });
  afterAll(() => server.end());
  const ended: (() => unknown)[] = [];
  afterEach(() => Promise.all(ended.splice(0).map((end) => end())));

  let sites = 0;
  async function setUp(answer: (request: StoredRequest) => DeliveryClass, prefix = `site-${sites++}`) {
    const events: string[] = [];
    const log = (_: string, event: string) => void events.push(event);
    const valkey = await openValkey(server.url, log);
    const send = vi.fn(
      async (request: StoredRequest): Promise<Attempt> => ({
        class: answer(request),
        status: 500,
        bytes: 0,
        ms: 1,
      }),
    );
    const now = () => new Date();
    const outbox = makeValkeyOutbox(valkey, prefix, 30, log);
    const leaderLock = makeValkeyLock(valkey, `${prefix}:leader`, 1_000);
    const redelivery = makeRedelivery({
      ...{ outbox, leaderLock, log, hourly: hourlyLog(log), now, firstAttemptMs: 15_000, waitsS: [0.2] },
      inFlight: shareInFlight(makeInFlight(now), valkey, prefix, 15_000),
      channels: [{ name: "forward", afterMs: 0, send }],
    });
    ended.push(async () => {
      await redelivery.stop();
      valkey.stop();
      valkey.client.disconnect();
    });
    await valkey.settled;
    const poll = async () => (await redelivery.poll()).over;
    return { valkey, outbox, send, events, poll, leaderLock, prefix };
  }
  const one = tried(undefined);
  const other = tried(undefined, { id: "0".repeat(32), receivedAt: inMs(-30_000) });
  const ids = (send: { mock: { calls: [StoredRequest][] } }) => send.mock.calls.map(([{ id }]) => id);

  it("sends what is due, the oldest first, and keeps it as sent", async () => {
    const { outbox, send, poll } = await setUp(() => "accepted");
    await outbox.store(other);
    await outbox.store(one);
    await outbox.store(tried(inMs(MINUTE), { id: "1".repeat(32) }));
    await poll();
    expect(ids(send)).toEqual([one.id, other.id]);
    expect(await outbox.ids("new")).toEqual(["1".repeat(32)]);
    expect((await outbox.ids("sent")).sort()).toEqual([one.id, other.id].sort());
  });

  it("of two processes only one sends, and the other takes over once the first is gone", async () => {
    const first = await setUp(() => "accepted");
    const second = await setUp(() => "accepted", first.prefix);
    await first.outbox.store(one);
    await Promise.all([first.poll(), second.poll()]);
    expect(first.send.mock.calls.length + second.send.mock.calls.length).toBe(1);
    await first.outbox.store(other);
    await second.leaderLock.release();
    await first.leaderLock.release();
    await second.poll();
    expect(ids(second.send)).toContain(other.id);
  });

  it("a process that stops answering loses the lead after its lease", async () => {
    const frozen = await setUp(() => "accepted");
    const next = await setUp(() => "accepted", frozen.prefix);
    expect(await frozen.leaderLock.acquire()).toBe(true);
    expect(await next.leaderLock.acquire()).toBe(false);
    await vi.waitFor(async () => expect(await next.leaderLock.acquire()).toBe(true));
    expect(await frozen.leaderLock.acquire()).toBe(false);
  });

  it("a request is given up only after an attempt past its time, and enough of them", async () => {
    const { outbox, send, events, poll } = await setUp(() => "server-error");
    const forward = { at: inMs(-20 * DAY), class: "server-error" };
    const waitingSince = inMs(-20 * DAY);
    await outbox.store(tried(undefined, { waitingSince, tries: { forward: { ...forward, count: 1 } } }));
    await poll();
    expect(await outbox.counts()).toMatchObject({ waiting: 1, dead: 0 });
    // A machine that was off for twenty days.
    await outbox.store(tried(undefined, { waitingSince, tries: { forward: { ...forward, count: 10 } } }));
    await poll();
    await poll();
    expect(await outbox.counts()).toMatchObject({ waiting: 0, dead: 1 });
    expect(send).toHaveBeenCalledTimes(2);
    expect(events.filter((event) => event === "quote.dead")).toHaveLength(1);
  });

  it("what Valkey forgets while it is being sent is put back when it is not accepted", async () => {
    const { valkey, outbox, send, poll } = await setUp(() => "server-error");
    send.mockImplementationOnce(async () => {
      await valkey.client.flushall();
      return { class: "server-error", status: 500, bytes: 0, ms: 1 };
    });
    await outbox.store(one);
    await poll();
    expect(await outbox.read(one.id)).toMatchObject({ tries: { forward: { count: 2 } } });
    expect(await outbox.counts()).toMatchObject({ waiting: 1 });
  });

  it("what the operator deletes while it is being sent does not come back", async () => {
    const { outbox, send, poll, events } = await setUp(() => "server-error");
    send.mockImplementationOnce(async () => {
      await outbox.remove(one.id);
      return { class: "server-error", status: 500, bytes: 0, ms: 1 };
    });
    await outbox.store(one);
    await poll();
    expect(await outbox.counts()).toMatchObject({ waiting: 0 });
    expect(events).toContain("quote.gone");
  });

  it("what was accepted while Valkey refused writes is not sent again, by any process", async () => {
    const first = await setUp(() => "accepted");
    const second = await setUp(() => "accepted", first.prefix);
    await first.outbox.store(one);
    first.send.mockImplementationOnce(async () => {
      await first.valkey.client.config("SET", "maxmemory", 1);
      return { class: "accepted", status: 200, bytes: 0, ms: 1 };
    });
    await first.poll();
    await expect(first.poll()).rejects.toThrow("OOM");
    await second.poll();
    await first.valkey.client.config("SET", "maxmemory", 0);
    await first.poll();
    await first.valkey.flushDeferred();
    await first.leaderLock.release();
    await second.poll();
    expect(first.send.mock.calls.length + second.send.mock.calls.length).toBe(1);
    expect(await first.outbox.ids("sent")).toEqual([one.id]);
    expect(JSON.parse((await first.outbox.text("sent", one.id)) ?? "")).toMatchObject({
      sent: { channel: "forward" },
    });
  });

  it("a request that cannot be read is set aside alone, and one line says so", async () => {
    const { valkey, outbox, send, poll, events, prefix } = await setUp(() => "accepted");
    await outbox.store(one);
    await outbox.store(other);
    await valkey.client.hset(`${prefix}:new`, one.id, '{"id":"renee@exa');
    await poll();
    await poll();
    expect(ids(send)).toEqual([other.id]);
    expect(await outbox.counts()).toMatchObject({ waiting: 0, dead: 1 });
    expect(events.filter((event) => event === "outbox.damaged")).toHaveLength(1);
    expect(await outbox.text("dead", one.id)).toBe('{"id":"renee@exa');
  });

  it("an index entry that cannot be read is read from its request", async () => {
    const { valkey, outbox, send, poll, prefix } = await setUp(() => "accepted");
    await outbox.store(one);
    await valkey.client.hset(`${prefix}:index`, one.id, "{");
    await poll();
    expect(ids(send)).toEqual([one.id]);
  });

  it.each(["new", "index", "received"])(
    "forgets only its part `%s`, and the copy brings it back",
    async (part) => {
      const { valkey, outbox, send, poll, prefix } = await setUp(() => "accepted");
      await outbox.store(one);
      await valkey.client.del(`${prefix}:${part}`);
      const [state] = await outbox.states([one.id]);
      if (state === "gone") expect(await outbox.restore(one)).toBe(true);
      expect(await outbox.restore(one)).toBe(false);
      await poll();
      expect(ids(send)).toEqual([one.id]);
      expect(await outbox.counts()).toMatchObject({ waiting: 0, oldest: undefined });
      // It is done now, and a copy that another machine has changes nothing.
      expect(await outbox.restore(one)).toBe(false);
      expect(await outbox.states([one.id])).toEqual(["done"]);
    },
  );

  it("the copy of one that a channel had accepted comes back as that", async () => {
    const { outbox } = await setUp(() => "accepted");
    const forward = { count: 1, at: one.receivedAt, class: "accepted", accepted: true as const };
    expect(await outbox.restore({ ...one, tries: { forward } })).toBe(true);
    expect(await outbox.counts()).toMatchObject({ waiting: 0, partial: 1, oldest: undefined });
  });

  it("a request stored again after it was given up waits again, and only there", async () => {
    const { outbox } = await setUp(() => "accepted");
    await outbox.moveToDead(sampleRequest(), new Date());
    await outbox.store(sampleRequest());
    expect(await outbox.counts()).toMatchObject({ waiting: 1, dead: 0 });
  });
});
