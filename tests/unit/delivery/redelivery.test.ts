import { mkdir, readdir, readFile, rename, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { Attempt } from "~/quote/delivery/channel.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { parseStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";
import { waitingIn } from "../outbox/waiting";
import { sampleRequest } from "../submit/sample-request";
import {
  answering,
  clock,
  DAY,
  dir,
  events,
  forward,
  freshOutbox,
  lines,
  MINUTE,
  pass,
  placed,
  requests,
  setUp,
} from "./redelivery-setup";

freshOutbox();

describe("redelivery", () => {
  it("delivers what was in flight when the process died, but not what another process may be sending", async () => {
    const send = answering("accepted");
    const { outbox, look } = setUp([forward(send)]);
    await outbox.store(sampleRequest());
    pass(14_000);
    await look();
    expect(send).not.toHaveBeenCalled();
    pass(1_000);
    await look();
    expect(send).toHaveBeenCalledTimes(1);
    expect(await waitingIn(outbox)).toEqual([]);
    expect(lines).toMatchObject([{ event: "quote.delivered", facts: { channel: "forward", attempts: 1 } }]);
  });

  it("goes through all that is due, oldest first, one at a time", async () => {
    let atOnce = 0;
    let most = 0;
    const seen: string[] = [];
    const send = async ({ request }: StoredRequest): Promise<Attempt> => {
      most = Math.max(most, ++atOnce);
      seen.push(request.projectLocation);
      await new Promise((resolve) => setTimeout(resolve, 2));
      atOnce--;
      return { class: "accepted", bytes: 0, ms: 1 };
    };
    const { outbox, look } = setUp([forward(send)]);
    for (const [i, stored] of requests(5).entries()) {
      await outbox.store({
        ...stored,
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
    for (const stored of requests(3)) await outbox.store(stored);
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
    expect((await waitingIn(outbox)).map(({ tries }) => tries.forward?.count).sort()).toEqual([1, 1, 2]);
    pass(10 * MINUTE);
    await look();
    await look();
    await look();
    // The second wait is an hour, ±20 %.
    expect((await waitingIn(outbox)).map(({ tries }) => tries.forward?.count)).toEqual([2, 2, 2]);
    pass(73 * MINUTE);
    await look();
    expect((await waitingIn(outbox)).map(({ tries }) => tries.forward?.count).sort()).toEqual([2, 2, 3]);
  });

  it("obeys Retry-After", async () => {
    const send = answering("throttled", { status: 429, retryAfterS: 600 });
    const { outbox, look } = setUp([forward(send)]);
    await outbox.store(sampleRequest());
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
    const { outbox, look, visitor } = setUp([forward(send)]);
    await outbox.store(sampleRequest());
    pass(MINUTE);
    const { end, told } = visitor(sampleRequest());
    await look();
    expect(send).not.toHaveBeenCalled();
    end();
    await told;
    await look();
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("does not send again what it could not note or remove on a disk that is full", async () => {
    const { store: _, remove: __, accept: ___, ...readable } = openOutbox(dir);
    const full = () => Promise.reject(Object.assign(new Error(), { code: "ENOSPC" }));
    await openOutbox(dir).store(sampleRequest());
    pass(MINUTE);
    const refused = answering("refused", { retryAfterS: 60 });
    const first = setUp([forward(refused)], { ...readable, store: full, accept: full, remove: full });
    await first.look();
    await first.look();
    expect(refused).toHaveBeenCalledTimes(1);
    const accepted = answering("accepted");
    const second = setUp([forward(accepted)], { ...readable, store: full, accept: full, remove: full });
    await second.look();
    await second.look();
    pass(3 * 60 * MINUTE);
    await second.look();
    expect(accepted).toHaveBeenCalledTimes(1);
  });

  it("sends at once what an operator frees of its wait, whoever tried it last", async () => {
    const send = answering("refused");
    const { outbox, look } = setUp([forward(send)]);
    await outbox.store(sampleRequest());
    pass(MINUTE);
    await look();
    pass(MINUTE);
    await look();
    pass(MINUTE);
    await look();
    expect(send).toHaveBeenCalledTimes(2);
    // As by hand, with an editor.
    const file = join(dir, "new", `${sampleRequest().id}.json`);
    const lines = (await readFile(file, "utf8")).split("\n");
    await writeFile(file, lines.filter((line) => !line.includes('"next":')).join("\n"));
    await look();
    expect(send).toHaveBeenCalledTimes(3);
  });

  it("tries what a clock that was ahead had put off, and puts off nothing for it", async () => {
    const send = answering("accepted");
    const { outbox, look } = setUp([forward(send)]);
    const ahead = (ms: number) => new Date(clock.getTime() + ms).toISOString();
    const [year, day, received, held, soon] = requests(5) as [
      StoredRequest,
      StoredRequest,
      StoredRequest,
      StoredRequest,
      StoredRequest,
    ];
    const next = (at: string, time: string) => ({
      forward: { count: 1, at, class: "throttled", next: time },
    });
    await outbox.store({ ...year, tries: next(ahead(0), ahead(365 * DAY)) });
    await outbox.store({ ...day, tries: next(ahead(20 * 60 * MINUTE), ahead(21 * 60 * MINUTE)) });
    await outbox.store({ ...received, receivedAt: ahead(2 * DAY) });
    await outbox.store({ ...held, receivedAt: ahead(2 * DAY), heldUntil: ahead(DAY) });
    await outbox.store({ ...soon, tries: next(ahead(0), ahead(60 * MINUTE)) });
    await look();
    const sent = send.mock.calls.map(([{ id }]) => id).sort();
    expect(sent).toEqual([year.id, day.id, received.id, held.id].sort());
  });

  it("does not send again what a restored backup brings back, if it was accepted since", async () => {
    const send = answering("accepted");
    const { outbox, look } = setUp([forward(send)]);
    await outbox.store(sampleRequest());
    const file = join(dir, "new", `${sampleRequest().id}.json`);
    const backup = await readFile(file, "utf8");
    pass(MINUTE);
    await look();
    await writeFile(file, backup);
    pass(DAY);
    await look();
    expect(send).toHaveBeenCalledTimes(1);
    expect(await placed()).toEqual({ waiting: 0, dead: 0 });
    expect(events()).toContain("quote.restored");
    // The same words, sent by the visitor on another day, are sent.
    await outbox.store({ ...sampleRequest(), receivedAt: clock.toISOString() });
    pass(MINUTE);
    await look();
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("holds back what came too fast until its time", async () => {
    const send = answering("accepted");
    const { outbox, look } = setUp([forward(send)]);
    const heldUntil = new Date(clock.getTime() + 10 * MINUTE).toISOString();
    await outbox.store({ ...sampleRequest(), heldUntil });
    pass(9 * MINUTE);
    await look();
    expect(send).not.toHaveBeenCalled();
    pass(MINUTE);
    await look();
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("does not bring back what another process sent, or an operator took away, during a failed attempt", async () => {
    const { id } = sampleRequest();
    const send = vi.fn(async (): Promise<Attempt> => {
      await rename(join(dir, "new", `${id}.json`), join(dir, "sent", `${id}.json`));
      return { class: "unknown", bytes: 0, ms: 1 };
    });
    const { outbox, look } = setUp([forward(send)]);
    await outbox.store(sampleRequest());
    pass(MINUTE);
    await look();
    expect(await readdir(join(dir, "new"))).toEqual([]);
    expect(lines).toMatchObject([{ level: "info", event: "quote.gone", facts: { id, class: "unknown" } }]);
  });

  it("goes on with the others when one is refused for what it says", async () => {
    const [bad, ...good] = requests(4) as [StoredRequest, ...StoredRequest[]];
    const send = vi.fn(async ({ id }: StoredRequest): Promise<Attempt> => {
      return { class: id === bad.id ? "refused" : "accepted", bytes: 0, ms: 1 };
    });
    const { outbox, look } = setUp([forward(send)]);
    for (const stored of [bad, ...good]) await outbox.store(stored);
    pass(MINUTE);
    await look();
    expect(send).toHaveBeenCalledTimes(4);
    expect((await waitingIn(outbox)).map(({ id }) => id)).toEqual([bad.id]);
  });

  it("sends once more what an operator puts back from sent/, also within the hour", async () => {
    const send = answering("accepted");
    const { outbox, look } = setUp([forward(send)]);
    const { id } = sampleRequest();
    const readSent = async () => parseStoredRequest((await outbox.text("sent", id)) ?? "");
    const putBack = () => rename(join(dir, "sent", `${id}.json`), join(dir, "new", `${id}.json`));
    await outbox.store(sampleRequest());
    pass(20_000);
    await look();
    expect((await readSent())?.sent).toMatchObject({ channel: "forward" });
    await putBack();
    send.mockResolvedValueOnce({ class: "throttled", bytes: 0, ms: 1 });
    await look();
    pass(DAY);
    await look();
    const classes = (await readSent())?.attempts?.map((attempt) => attempt.class);
    expect(classes).toEqual(["accepted", "throttled", "accepted"]);
    await putBack();
    await look();
    expect(send).toHaveBeenCalledTimes(4);
    expect((await readSent())?.attempts).toHaveLength(4);
    expect(await readdir(join(dir, "new"))).toEqual([]);
  });

  it("keeps the last 20 attempts with the request", async () => {
    const made = { at: "2026-05-01T12:00:00.000Z", channel: "mail", class: "mail-refused", ms: 7 };
    const { outbox, look } = setUp([forward(answering("throttled"))]);
    await outbox.store({ ...sampleRequest(), attempts: Array(20).fill(made) });
    pass(MINUTE);
    await look();
    const attempts = (await outbox.read(sampleRequest().id))?.attempts ?? [];
    expect(attempts).toHaveLength(20);
    expect(attempts.slice(-2)).toMatchObject([made, { channel: "forward", class: "throttled", ms: 1 }]);
  });

  it("lets go of the lock only when the attempts under way have ended, and begins no other", async () => {
    let finish = () => {};
    const send = vi.fn(
      () =>
        new Promise<Attempt>((resolve) => {
          finish = () => resolve({ class: "accepted", bytes: 0, ms: 1 });
        }),
    );
    const left = vi.fn(async () => {});
    const { outbox, look, courier } = setUp([forward(send)], openOutbox(dir), {
      leaderLock: { acquire: async () => true, release: left },
    });
    for (const stored of requests(2)) await outbox.store(stored);
    pass(MINUTE);
    await look(true);
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
    const stopped = courier.stop();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(left).not.toHaveBeenCalled();
    finish();
    await stopped;
    expect(left).toHaveBeenCalledTimes(1);
    expect(events()).toEqual(["quote.delivered"]);
    expect(send).toHaveBeenCalledTimes(1);
    pass(MINUTE);
    await look();
    expect(send).toHaveBeenCalledTimes(1);
  });
});

describe("the operator", () => {
  it("is told each hour while the oldest waits longer than 15 minutes", async () => {
    const { outbox, look } = setUp([]);
    for (const stored of requests(2)) await outbox.store(stored);
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

  it("is told of a request over the rate limit only when it waits longer than 15 minutes past its time", async () => {
    const { outbox, look } = setUp([]);
    const heldUntil = new Date(clock.getTime() + 60 * MINUTE).toISOString();
    await outbox.store({ ...sampleRequest(), heldUntil });
    await look();
    pass(74 * MINUTE);
    await look();
    expect(events()).toEqual([]);
    pass(2 * MINUTE);
    await look();
    expect(lines).toMatchObject([{ event: "outbox.waiting", facts: { waiting: 1, oldestMinutes: 16 } }]);
  });

  it("is told of a file that cannot be read as of any request that waits too long", async () => {
    const { look } = setUp([forward(answering("accepted"))]);
    await mkdir(join(dir, "new"), { recursive: true });
    await writeFile(join(dir, "new", "half.json"), '{"id":');
    await utimes(join(dir, "new", "half.json"), clock, clock);
    pass(3 * DAY);
    await look();
    expect(lines.find(({ event }) => event === "outbox.waiting")).toMatchObject({
      level: "error",
      facts: { waiting: 1, oldestMinutes: 3 * 24 * 60 },
    });
  });

  it("is told once of a file that is no request, and the others are sent", async () => {
    const send = answering("accepted");
    const { outbox, look } = setUp([forward(send)]);
    await outbox.store(sampleRequest());
    await writeFile(join(dir, "new", "note.json"), "{}");
    pass(MINUTE);
    await look();
    await look();
    expect(events().sort()).toEqual(["outbox.damaged", "quote.delivered"]);
    const damaged = lines.find(({ event }) => event === "outbox.damaged");
    expect(JSON.stringify(damaged?.facts)).toContain("new/");
  });
});
