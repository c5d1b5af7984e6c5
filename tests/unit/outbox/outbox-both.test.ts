import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { hourlyLog } from "~/config/hourly-log.server";
import type { Attempt } from "~/quote/delivery/deliver.server";
import type { DeliveryClass } from "~/quote/delivery/delivery-classes.server";
import { makeInFlight } from "~/quote/delivery/in-flight.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { Backlog } from "~/quote/outbox/outbox.server";
import { makeSubmit } from "~/quote/submit/submit.server";
import { openValkey } from "~/quote/valkey/connection.server";
import { shareInFlight } from "~/quote/valkey/shared-in-flight.server";
import { makeValkeyOutbox } from "~/quote/valkey/valkey-outbox.server";
import { noValkey, startValkey, type ValkeyServer } from "../../valkey-server";
import { REQUEST, sampleRequest } from "../submit/sample-request";

/** What the folder and Valkey do alike. What is the folder's own is in folder-outbox.test.ts. */

const open = { folder: openFolder, Valkey: openOnValkey };
let server: ValkeyServer | undefined;
beforeAll(async () => {
  if (!noValkey) server = await startValkey();
});
afterAll(() => server?.end());

type Opened = {
  outbox: Backlog;
  own: Backlog;
  /** What is kept of an accepted request, as text. */
  sent: (id: string) => Promise<string | null>;
  forget: () => Promise<void>;
};

/** Two on one place, as two processes have them. */
async function openFolder(keepSentDays: number): Promise<Opened> {
  const dir = await mkdtemp(join(tmpdir(), "outbox-"));
  return {
    outbox: openOutbox(dir, { keepSentDays }),
    own: openOutbox(dir, { keepSentDays }),
    sent: (id) => readFile(join(dir, "sent", `${id}.json`), "utf8").catch(() => null),
    forget: () => rm(dir, { recursive: true, force: true }),
  };
}

let sites = 0;
async function openOnValkey(keepSentDays: number): Promise<Opened> {
  const prefix = `site-${sites++}`;
  const open = async () => {
    const valkey = await openValkey(server?.url ?? "", () => {});
    return { valkey, outbox: makeValkeyOutbox(valkey, prefix, keepSentDays) };
  };
  const [one, other] = [await open(), await open()];
  return {
    outbox: one.outbox,
    own: other.outbox,
    sent: (id) => one.valkey.client.get(`${prefix}:sent:${id}`),
    forget: async () => {
      for (const { valkey } of [one, other]) {
        valkey.stop();
        valkey.client.disconnect();
      }
    },
  };
}

describe.each(["folder", "Valkey"] as const)("the outbox: %s", (kind) => {
  const test = it.skipIf(kind === "Valkey" && noValkey);
  let opened: Opened;
  let outbox: Backlog;
  beforeEach(async (context) => {
    if (kind === "Valkey" && noValkey) return context.skip();
    opened = await open[kind](30);
    outbox = opened.outbox;
  });
  afterEach(() => opened?.forget());
  const nothing = { waiting: 0, partial: 0, oldest: undefined, dead: 0 };

  test("keeps a request whole, and forgets it when told, also one that is not there", async () => {
    const stored = sampleRequest();
    await outbox.store(stored);
    expect(await opened.own.read(stored.id)).toEqual(stored);
    expect(await outbox.counts()).toEqual({ ...nothing, waiting: 1, oldest: stored.receivedAt });
    await outbox.remove(stored.id);
    await outbox.remove(stored.id);
    expect(await outbox.read(stored.id)).toBeUndefined();
    expect(await outbox.counts()).toEqual(nothing);
  });

  test("keeps one of an id, the last, also when two store it at once", async () => {
    const stored = sampleRequest();
    await Promise.all([outbox.store(stored), opened.own.store(stored)]);
    const tries = { forward: { count: 1, at: "2026-05-01T12:00:01.000Z", class: "throttled" } };
    await outbox.store({ ...stored, tries });
    expect(await outbox.read(stored.id)).toEqual({ ...stored, tries });
    expect(await outbox.counts()).toMatchObject({ waiting: 1 });
  });

  test("counts apart what one channel has accepted: the owner has it", async () => {
    const stored = sampleRequest();
    const forward = { count: 1, at: "2026-05-01T12:00:01.000Z", class: "accepted", accepted: true as const };
    await outbox.store(stored);
    await outbox.store({ ...stored, tries: { forward } });
    expect(await outbox.counts()).toEqual({ ...nothing, partial: 1 });
    expect(await outbox.read(stored.id)).toEqual({ ...stored, tries: { forward } });
    // The visitor sends the same once more: it waits as a new one does.
    await outbox.store(stored);
    expect(await outbox.counts()).toEqual({ ...nothing, waiting: 1, oldest: stored.receivedAt });
    await outbox.store({ ...stored, tries: { forward } });
    await outbox.accept(stored);
    expect(await outbox.counts()).toEqual(nothing);
  });

  const sent = { at: "2026-05-01T12:00:02.000Z", channel: "forward", class: "presumed-accepted" };

  test("keeps what was accepted, with the note of who took it, and no longer as waiting", async () => {
    const stored = sampleRequest();
    await outbox.store(stored);
    await outbox.accept({ ...stored, sent });
    await opened.own.accept({ ...stored, sent });
    expect(await outbox.read(stored.id)).toBeUndefined();
    expect(await outbox.counts()).toEqual(nothing);
    expect(JSON.parse((await opened.sent(stored.id)) ?? "")).toEqual({ ...stored, sent });
    // The visitor sends the same once more: it waits again.
    await outbox.store(stored);
    expect(await outbox.counts()).toMatchObject({ waiting: 1 });
  });

  test("keeps nothing of it for 0 days", async () => {
    const none = await open[kind](0);
    const stored = sampleRequest();
    await none.outbox.store(stored);
    await none.outbox.accept({ ...stored, sent });
    expect(await none.outbox.counts()).toEqual(nothing);
    expect(await none.sent(stored.id)).toBeNull();
    await none.forget();
  });

  test("gives one key to all", async () => {
    const [one, other] = await Promise.all([outbox.idKey(), opened.own.idKey()]);
    expect(one).toHaveLength(32);
    expect(other.equals(one)).toBe(true);
    expect((await outbox.idKey()).equals(one)).toBe(true);
  });

  test("says that it can keep", async () => {
    await expect(outbox.probe()).resolves.toBeUndefined();
    expect(await outbox.counts()).toEqual(nothing);
  });

  const submitter = (answer: DeliveryClass) => {
    const before: unknown[] = [];
    const send = vi.fn(async ({ id }): Promise<Attempt> => {
      before.push(await outbox.read(id));
      return { class: answer, status: 500, bytes: 0, ms: 1 };
    });
    const now = () => new Date();
    const submit = makeSubmit({
      outbox,
      inFlight: makeInFlight(now),
      channels: [{ name: "forward", afterMs: 0, send }],
      waitsS: [900],
      rateLimit: { count: async () => undefined, mayHold: async () => true },
      ...{ log: () => {}, hourly: hourlyLog(() => {}), now },
    });
    return {
      before,
      send: (changes: Partial<typeof REQUEST> = {}) =>
        submit({
          form: "quote",
          values: { ...REQUEST, ...changes },
          honeypot: "",
          address: "192.0.2.1",
        }),
    };
  };

  test("has a request before it is sent, and not once it is accepted", async () => {
    const { send, before } = submitter("accepted");
    expect(await send()).toEqual({ kind: "sent" });
    expect(before).toMatchObject([{ request: REQUEST, tries: {} }]);
    expect(await outbox.counts()).toEqual(nothing);
  });

  test("keeps what was not accepted, and its corrected version beside it", async () => {
    const { send } = submitter("server-error");
    await send();
    await send({ phone: "(269) 555-0199" });
    expect(await outbox.counts()).toMatchObject({ waiting: 2 });
  });
});

describe.skipIf(noValkey)("attempts over two processes", () => {
  const id = sampleRequest().id;
  const now = () => new Date();
  const setUp = async (prefix: string, longestMs: number) => {
    const valkeys = [
      await openValkey(server?.url ?? "", () => {}),
      await openValkey(server?.url ?? "", () => {}),
    ];
    const [one, other] = valkeys.map((valkey) => shareInFlight(makeInFlight(now), valkey, prefix, longestMs));
    const end = () => valkeys.map(({ client }) => client.disconnect());
    return { one: one as NonNullable<typeof one>, other: other as NonNullable<typeof one>, valkeys, end };
  };
  const accept = () => vi.fn(async () => ({ visitor: "success", stored: "removed" }) as const);

  it("who comes second gets the verdict of the first, and sends nothing", async () => {
    const { one, other, valkeys, end } = await setUp("verdict", 15_000);
    let finish = () => {};
    const ended = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const first = one.run(id, async () => {
      await ended;
      return { visitor: "error", stored: "kept" };
    });
    await vi.waitFor(async () => expect(await other.status(id)).toBe("underWay"));
    const start = accept();
    const asked = vi.spyOn(valkeys[1] as (typeof valkeys)[0], "ask");
    const second = other.run(id, start);
    await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(4));
    finish();
    expect(await first).toEqual({ visitor: "error", stored: "kept" });
    expect(await second).toEqual({ visitor: "error", stored: "kept" });
    expect(start).not.toHaveBeenCalled();
    // It failed, so it may be sent again at once, and by the other.
    expect(await other.status(id)).toBeUndefined();
    expect(await other.run(id, start)).toMatchObject({ stored: "removed" });
    expect(await one.status(id)).toBe("accepted");
    const late = accept();
    expect(await one.run(id, late)).toMatchObject({ stored: "removed" });
    expect(late).not.toHaveBeenCalled();
    end();
  });

  it("takes over from a process that died with an attempt under way", async () => {
    const { one, other, end } = await setUp("died", 3_000);
    void one.run(id, () => new Promise(() => {}));
    await vi.waitFor(async () => expect(await other.status(id)).toBe("underWay"));
    const start = accept();
    expect(await other.run(id, start)).toMatchObject({ visitor: "success" });
    expect(start).toHaveBeenCalledTimes(1);
    end();
  });

  it("sends itself when Valkey goes away while it waits: nobody knows whether the other has stored it", async () => {
    const { one, other, valkeys, end } = await setUp("gone", 15_000);
    void one.run(id, () => new Promise(() => {}));
    await vi.waitFor(async () => expect(await other.status(id)).toBe("underWay"));
    const start = accept();
    const asked = vi.spyOn(valkeys[1] as (typeof valkeys)[0], "ask");
    const second = other.run(id, start);
    // It asked for the request, saw who has it, and looks again and again whether that one is done.
    await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(4));
    await server?.stop("SIGKILL");
    expect(await second).toMatchObject({ visitor: "success", stored: "removed" });
    expect(start).toHaveBeenCalledTimes(1);
    end();
    await server?.start();
  });
});
