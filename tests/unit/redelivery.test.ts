import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeAttempts } from "~/quote/attempts.server";
import type { Attempt, Channel } from "~/quote/delivery.server";
import type { DeliveryClass } from "~/quote/delivery-class.server";
import type { Envelope } from "~/quote/envelope.server";
import { openOutbox } from "~/quote/outbox.server";
import { makeRedelivery } from "~/quote/redelivery.server";
import { makeTurn } from "~/quote/turn.server";
import { sampleEnvelope } from "./sample-envelope";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let dir: string;
let clock: Date;
let lines: { level: string; event: string; facts: Record<string, unknown> }[];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "outbox-"));
  clock = new Date("2026-05-01T12:00:00Z");
  lines = [];
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
const answering = (deliveryClass: DeliveryClass, more: Partial<Attempt> = {}) =>
  vi.fn(async (_: Envelope): Promise<Attempt> => ({ class: deliveryClass, bytes: 0, ms: 1, ...more }));
const forward = (send: Channel["send"]): Channel => ({ name: "forward", afterMs: 0, send });
const byMail = (send: Channel["send"]): Channel => ({ name: "mail", afterMs: 15 * MINUTE, send });

function setUp(channels: Channel[], outbox = openOutbox(dir)) {
  const now = () => clock;
  const attempts = makeAttempts(now);
  const redelivery = makeRedelivery({
    outbox,
    attempts,
    channels,
    // The spacing is a tenth of the first: too short to be waited for here.
    waitsS: [0.01, 3_600],
    turn: { take: async () => true, leave: () => {} },
    firstAttemptMs: 15_000,
    log: (level, event, facts = {}) => lines.push({ level, event, facts }),
    now,
  });
  /** Looks once, and lets the rounds that it starts come to their end, unless one hangs. */
  const look = async (hangs = false) => {
    const { over } = await redelivery.look();
    if (!hangs) await over;
  };
  return { outbox, attempts, redelivery, look };
}

const requests = (count: number) =>
  Array.from({ length: count }, (_, i) => sampleEnvelope("quote", { projectLocation: `${i} Road` }));
const events = () => lines.map(({ event }) => event);

describe("redelivery", () => {
  it("delivers what was in flight when the process died, but not what another process may be sending", async () => {
    const send = answering("accepted");
    const { outbox, look } = setUp([forward(send)]);
    await outbox.store(sampleEnvelope());
    pass(14_000);
    await look();
    expect(send).not.toHaveBeenCalled();
    pass(1_000);
    await look();
    expect(send).toHaveBeenCalledTimes(1);
    expect((await outbox.waiting()).envelopes).toEqual([]);
    expect(lines).toMatchObject([{ event: "quote.delivered", facts: { channel: "forward", attempts: 1 } }]);
  });

  it("goes through all that is due, oldest first, one at a time", async () => {
    let atOnce = 0;
    let most = 0;
    const seen: string[] = [];
    const send = async ({ request }: Envelope): Promise<Attempt> => {
      most = Math.max(most, ++atOnce);
      seen.push(request.projectLocation);
      await new Promise((resolve) => setTimeout(resolve, 2));
      atOnce--;
      return { class: "accepted", bytes: 0, ms: 1 };
    };
    const { outbox, look } = setUp([forward(send)]);
    for (const [i, envelope] of requests(5).entries()) {
      await outbox.store({
        ...envelope,
        receivedAt: new Date(clock.getTime() + (5 - i) * 1000).toISOString(),
      });
    }
    pass(MINUTE);
    await look();
    await look();
    expect(seen).toEqual(["4 Road", "3 Road", "2 Road", "1 Road", "0 Road"]);
    expect(most).toBe(1);
  });

  it("asks a service that is down once a look, and waits longer each time", async () => {
    const send = answering("unreachable");
    const { outbox, look } = setUp([forward(send)]);
    for (const envelope of requests(3)) await outbox.store(envelope);
    pass(MINUTE);
    await look();
    expect(send).toHaveBeenCalledTimes(1);
    await look();
    expect(send).toHaveBeenCalledTimes(2);
    await look();
    await look();
    expect(send).toHaveBeenCalledTimes(3);
    pass(MINUTE);
    await look();
    expect((await outbox.waiting()).envelopes.map(({ tries }) => tries.forward?.count).sort()).toEqual([
      1, 1, 2,
    ]);
    pass(10 * MINUTE);
    await look();
    await look();
    await look();
    // The second wait is an hour, ±20 %.
    expect((await outbox.waiting()).envelopes.map(({ tries }) => tries.forward?.count)).toEqual([2, 2, 2]);
    pass(73 * MINUTE);
    await look();
    expect((await outbox.waiting()).envelopes.map(({ tries }) => tries.forward?.count).sort()).toEqual([
      2, 2, 3,
    ]);
  });

  it("obeys Retry-After", async () => {
    const send = answering("throttled", { status: 429, retryAfterS: 600 });
    const { outbox, look } = setUp([forward(send)]);
    await outbox.store(sampleEnvelope());
    pass(MINUTE);
    await look();
    pass(9 * MINUTE);
    await look();
    expect(send).toHaveBeenCalledTimes(1);
    pass(MINUTE);
    await look();
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("leaves alone what a visitor is just sending", async () => {
    const send = answering("accepted");
    const { outbox, attempts, look } = setUp([forward(send)]);
    await outbox.store(sampleEnvelope());
    pass(MINUTE);
    let end = () => {};
    const visitor = attempts.begin(sampleEnvelope().id, async () => {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return { visitor: "error", stored: "kept" };
    });
    await look();
    expect(send).not.toHaveBeenCalled();
    end();
    await visitor;
    await look();
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("does not send again what it could not note or remove on a disk that is full", async () => {
    const { store: _, remove: __, ...readable } = openOutbox(dir);
    const full = () => Promise.reject(Object.assign(new Error(), { code: "ENOSPC" }));
    await openOutbox(dir).store(sampleEnvelope());
    pass(MINUTE);
    const refused = answering("refused", { retryAfterS: 60 });
    const first = setUp([forward(refused)], { ...readable, store: full, remove: full });
    await first.look();
    await first.look();
    expect(refused).toHaveBeenCalledTimes(1);
    const accepted = answering("accepted");
    const second = setUp([forward(accepted)], { ...readable, store: full, remove: full });
    await second.look();
    await second.look();
    pass(3 * 60 * MINUTE);
    await second.look();
    expect(accepted).toHaveBeenCalledTimes(1);
  });

  it("sends at once what an operator frees of its wait, whoever tried it last", async () => {
    const send = answering("refused");
    const { outbox, look } = setUp([forward(send)]);
    await outbox.store(sampleEnvelope());
    pass(MINUTE);
    await look();
    pass(MINUTE);
    await look();
    pass(MINUTE);
    await look();
    expect(send).toHaveBeenCalledTimes(2);
    // What docs/operating.md does with sed.
    const file = join(dir, "new", `${sampleEnvelope().id}.json`);
    const lines = (await readFile(file, "utf8")).split("\n");
    await writeFile(file, lines.filter((line) => !line.includes('"next":')).join("\n"));
    await look();
    expect(send).toHaveBeenCalledTimes(3);
  });

  it("goes on with the others where one cannot be given up", async () => {
    const send = answering("accepted");
    const full = () => Promise.reject(Object.assign(new Error(), { code: "ENOSPC" }));
    const { outbox, look } = setUp([forward(send)], { ...openOutbox(dir), bury: full });
    const [old, young] = requests(2) as [Envelope, Envelope];
    await outbox.store({ ...old, waitingSince: old.receivedAt });
    pass(15 * DAY);
    await outbox.store({ ...young, receivedAt: clock.toISOString() });
    pass(MINUTE);
    await look();
    expect(send).toHaveBeenCalledTimes(1);
    expect(events()).toContain("outbox.unwritable");
  });

  it("gives up after 14 days, and tries again what is moved back by hand", async () => {
    const send = answering("refused");
    const { outbox, look } = setUp([forward(send)]);
    await outbox.store(sampleEnvelope());
    pass(MINUTE);
    await look();
    pass(14 * DAY);
    await look();
    expect(send).toHaveBeenCalledTimes(1);
    expect(await outbox.counts()).toMatchObject({ waiting: 0, dead: 1 });
    expect(lines.at(-1)).toMatchObject({ level: "error", event: "quote.dead" });
    const [name = ""] = await readdir(join(dir, "dead"));
    await rename(join(dir, "dead", name), join(dir, "new", name));
    await look();
    expect(send).toHaveBeenCalledTimes(2);
    expect(await outbox.counts()).toMatchObject({ waiting: 1 });
  });
});

describe("the second channel", () => {
  it("takes what the first has not had accepted within 15 minutes, once", async () => {
    const down = answering("unreachable");
    const send = answering("mail-accepted", { status: 250 });
    const { outbox, look } = setUp([forward(down), byMail(send)]);
    await outbox.store(sampleEnvelope());
    pass(14 * MINUTE);
    await look();
    expect(send).not.toHaveBeenCalled();
    pass(MINUTE);
    await look();
    await look();
    expect(send).toHaveBeenCalledTimes(1);
    expect((await outbox.waiting()).envelopes).toEqual([]);
    expect(lines.at(-1)).toMatchObject({ event: "quote.delivered", facts: { channel: "mail" } });
  });

  it("does not wait for the first, nor the first for it", async () => {
    const never = vi.fn(() => new Promise<Attempt>(() => {}));
    const mailed = answering("mail-accepted");
    const { outbox, look } = setUp([forward(never), byMail(mailed)]);
    for (const envelope of requests(3)) await outbox.store(envelope);
    pass(20 * MINUTE);
    await vi.waitFor(async () => {
      await look(true);
      expect(mailed).toHaveBeenCalledTimes(2);
    }, 5_000);
    expect(never).toHaveBeenCalledTimes(1);

    // Whichever request the mail hangs on, the forwarder gets the others.
    const accepted = answering("accepted");
    const other = setUp([forward(accepted), byMail(never)]);
    for (const envelope of requests(3)) await other.outbox.store(envelope);
    await vi.waitFor(async () => {
      await other.look(true);
      expect(accepted.mock.calls.length).toBeGreaterThanOrEqual(2);
    }, 5_000);
  });
});

describe("the operator", () => {
  it("is told each hour while the oldest waits longer than 15 minutes", async () => {
    const { outbox, look } = setUp([]);
    for (const envelope of requests(2)) await outbox.store(envelope);
    pass(14 * MINUTE);
    await look();
    expect(events()).toEqual([]);
    pass(2 * MINUTE);
    for (let i = 0; i < 3; i++) await look();
    expect(lines).toMatchObject([
      { level: "error", event: "outbox.waiting", facts: { waiting: 2, oldestMinutes: 16 } },
    ]);
    pass(60 * MINUTE);
    await look();
    expect(events()).toEqual(["outbox.waiting", "outbox.waiting"]);
  });

  it("is told once of a file that is no request, and the others are sent", async () => {
    const send = answering("accepted");
    const { outbox, look } = setUp([forward(send)]);
    await outbox.store(sampleEnvelope());
    await writeFile(join(dir, "new", "note.json"), "{}");
    pass(MINUTE);
    await look();
    await look();
    expect(events().sort()).toEqual(["outbox.damaged", "quote.delivered"]);
  });
});

describe("the turn", () => {
  it("is one process's at a time, and free again when that one goes", async () => {
    const first = makeTurn(dir);
    const second = makeTurn(dir);
    expect(await first.take()).toBe(true);
    expect(await second.take()).toBe(false);
    expect(await first.take()).toBe(true);
    first.leave();
    await vi.waitFor(async () => expect(await second.take()).toBe(true));
    second.leave();
  });

  it("is everybody's where there can be no socket", async () => {
    expect(await makeTurn(join(dir, "not", "there")).take()).toBe(true);
  });
});
