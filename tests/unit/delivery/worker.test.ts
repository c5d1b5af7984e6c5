import { rename } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { again, now } from "~/cli/outbox/change";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { DiskTimeout } from "~/quote/outbox/folder/io-limiter.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { MINUTE, sampleQuote } from "../intake/sample-quote";
import { at, dir, failing, filesIn, said, told } from "../outbox/folder";
import { clock, forward, freshWorker, hanging, mail, pass, setUp } from "./setup";

freshWorker();

const { id } = sampleQuote();
const SENT = { kind: "sent" };

describe("a request is in one pair of hands at a time", () => {
  /** Two requests wait, and the redelivery is just sending the first one. */
  async function underWay(changes: Parameters<typeof setUp>[2] = {}) {
    const channel = hanging("forward");
    const site = setUp([channel], {}, changes);
    await site.outbox.update(sampleQuote());
    await site.outbox.update({ ...sampleQuote("contact"), receivedAt: "2026-05-01T12:00:01.000Z" });
    pass(MINUTE);
    const { done: over } = await site.worker.poll();
    await vi.waitFor(() => expect(channel.sent).toHaveLength(1));
    return { ...site, channel, over };
  }

  it("what a visitor had accepted after the look is not sent again, however slow the disk", async () => {
    const channel = forward("accepted");
    let answer: Promise<unknown> | undefined;
    // While the redelivery waits for the disk, the visitor sends the same again.
    const read = async (one: string) => {
      const found = await openFolder(dir).read(one);
      answer ??= submit();
      await sleep(50);
      return found;
    };
    const { outbox, submit, look } = setUp([channel], { read });
    await outbox.update(sampleQuote());
    await look();
    expect([await answer, channel.sent.length, await filesIn("new")]).toEqual([SENT, 1, []]);
  });

  it("a visitor who joins an attempt that breaks off has the same sent by itself", async () => {
    const channel = forward("accepted");
    let answer: Promise<unknown> | undefined;
    const claim = async () => {
      answer = submit();
      await sleep(20);
      throw new Error("the look broke off");
    };
    const { outbox, submit, look } = setUp([channel], { claim });
    await outbox.update(sampleQuote());
    await look().catch(() => {});
    expect([await answer, channel.sent.length]).toEqual([SENT, 1]);
  });

  it("what was put off between the look and its turn is neither claimed nor sent", async () => {
    const channel = forward("accepted");
    const read = async () => ({ ...sampleQuote(), heldUntil: "2026-05-01T13:00:00.000Z" });
    let isClaimed = false;
    const claim = async () => {
      isClaimed = true;
      return true as const;
    };
    const { outbox, look } = setUp([channel], { read, claim });
    await outbox.update(sampleQuote());
    await look();
    expect([channel.sent, isClaimed]).toEqual([[], false]);
  });

  it("what a visitor is just sending is not sent by a look, which goes on with the next", async () => {
    const channel = hanging("forward");
    const { outbox, worker, submit } = setUp([channel]);
    const told = submit();
    await vi.waitFor(() => expect(channel.sent).toHaveLength(1));
    await outbox.update({ ...sampleQuote("contact"), receivedAt: "2026-05-01T12:00:01.000Z" });
    pass(MINUTE);
    const { done: over } = await worker.poll();
    await vi.waitFor(() => expect(channel.sent).toHaveLength(2));
    expect(channel.sent[1]?.form).toBe("contact");
    channel.respond("accepted");
    expect(await told).toEqual(SENT);
    await over;
  });

  it.each([
    ["accepted", "sent", "quote.delivered"],
    ["throttled", "failed", "quote.attempt_failed"],
  ] as const)(
    "a visitor who sends what is just being sent learns that it is %s, and it is sent once",
    async (...row) => {
      const [answer, kind, event] = row;
      const { worker, submit, channel } = await underWay();
      await worker.poll(); // Nor does a second look send it.
      await sleep(20);
      expect(channel.sent).toHaveLength(1);
      const outcome = submit();
      channel.respond(answer);
      expect(await outcome).toMatchObject({ kind });
      expect(channel.sent.filter((sent) => sent.id === id)).toHaveLength(1);
      const lines = said.filter(([, , facts]) => (facts as { id: string }).id === id);
      expect(lines.map(([, name]) => name).sort()).toEqual(["quote.arrived", event, "quote.repeated"]);
    },
  );

  it("what an operator or another process took away during an attempt does not come back", async () => {
    const { channel, over } = await underWay();
    await rename(at("new", `${id}.json`), at("dead", `${id}.json`));
    channel.respond("unknown");
    await over;
    expect(await filesIn("new")).toMatchObject([{ form: "contact" }]);
    expect(told("quote.removed")).toMatchObject([["info", "quote.removed", { id, class: "unknown" }]]);
  });

  it("a stop waits for the attempt under way, and begins no other", async () => {
    let isReleased = false;
    const release = async () => {
      isReleased = true;
    };
    const { worker, channel } = await underWay({ redeliveryLock: { acquire: async () => true, release } });
    const stopped = worker.stop();
    await sleep(20);
    expect(isReleased).toBe(false);
    channel.respond("accepted");
    await stopped;
    expect([isReleased, channel.sent.length]).toEqual([true, 1]);
  });

  it("the copy in sent/ that the redelivery writes while an operator sends it again stays", async () => {
    const channel = forward("accepted");
    const { outbox, submit, look } = setUp([channel]);
    await submit();
    const change = async (...given: Parameters<typeof outbox.edit>) => {
      const changed = await outbox.edit(...given);
      await look();
      return changed;
    };
    await again(id, [{ ...outbox, edit: change }]);
    expect([channel.sent.length, (await filesIn("sent")).length]).toEqual([2, 1]);
  });

  it("an older request that comes back is taken up while the others are sent", async () => {
    const { outbox, worker, channel, over } = await underWay();
    const older = sampleQuote("quote", { fullName: "Ann" });
    await outbox.update({ ...older, receivedAt: "2026-04-01T12:00:00.000Z" });
    await worker.poll();
    channel.respond("accepted");
    await over;
    expect(channel.sent[1]?.id).toBe(older.id);
  });
});

describe("what the disk does not take", () => {
  /** A site whose disk refuses the notes of attempts, until it is repaired. */
  function withBrokenNotes(...channels: ReturnType<typeof forward>[]) {
    const folder = openFolder(dir);
    let isBroken = true;
    const refused = failing("EROFS");
    const store = (request: StoredQuote) =>
      isBroken && request.attempts ? refused() : folder.update(request);
    const accept = (request: StoredQuote) => (isBroken ? refused() : folder.markSent(request));
    const text: typeof folder.text = (...file) => (isBroken ? refused() : folder.text(...file));
    const repair = () => {
      isBroken = false;
    };
    return { ...setUp(channels, { update: store, markSent: accept, text }), folder, repair };
  }

  it("is written as soon as it does: until then it waits as long as any other, and an operator may free it", async () => {
    const channel = forward("refused");
    const { submit, look, folder, repair } = withBrokenNotes(channel);
    await submit();
    for (let n = 0; n < 3; n++) await look();
    expect(channel.sent).toHaveLength(2);
    repair();
    await look();
    expect(await filesIn("new")).toMatchObject([{ tries: { forward: { count: 2 } } }]);
    await now(id, [folder]);
    await look();
    expect(channel.sent).toHaveLength(3);
  });

  it("is an acceptance: the request is not sent again, does not count as waiting, and leaves once the disk lets it", async () => {
    const channel = forward("accepted");
    const { submit, look, repair } = withBrokenNotes(channel);
    expect(await submit()).toEqual(SENT);
    expect((await look(20 * MINUTE))?.entries).toEqual([]);
    expect(await filesIn("new")).toHaveLength(1);
    repair();
    await look();
    expect([await filesIn("new"), channel.sent.length]).toEqual([[], 1]);
    const advice = expect.stringContaining("npm run outbox forget");
    const unwritable = ["error", "outbox.unwritable", { id, code: "EROFS", advice }];
    expect(told("outbox.unwritable")).toMatchObject([unwritable]);
  });

  it("is the acceptance by one of two channels: that one is not asked again", async () => {
    const channel = forward("accepted");
    const { submit, look } = withBrokenNotes(channel, mail("mail-unreachable"));
    await submit();
    for (let n = 0; n < 4; n++) await look(2 * 60 * MINUTE);
    expect(channel.sent).toHaveLength(1);
  });

  it("is forgotten where the same words come as another request", async () => {
    const channel = forward("accepted");
    const { submit, look, folder, repair } = withBrokenNotes(channel);
    await submit();
    repair();
    await folder.remove(id);
    pass(2 * 60 * MINUTE);
    await folder.update({ ...sampleQuote(), receivedAt: clock.toISOString() });
    await look();
    expect([channel.sent.length, await filesIn("new")]).toEqual([2, []]);
  });

  it.each([
    ["by all", "mail-accepted", []],
    ["by one", "mail-unreachable", [{ tries: { forward: { accepted: true }, mail: { count: 1 } } }]],
  ] as const)("and writes late, accepted %s meanwhile, is not sent again", async (_name, second, waiting) => {
    const channels = [forward("accepted"), mail(second)];
    let land = () => {};
    const late = new Promise<void>((resolve) => {
      land = resolve;
    });
    const { outbox, submit, look } = setUp(channels, { insert: () => Promise.reject(new DiskTimeout(late)) });
    expect(await submit()).toEqual(SENT);
    await outbox.update(sampleQuote());
    await look(); // Also if the redelivery sees it first.
    land();
    await vi.waitFor(async () => expect(await filesIn("new")).toMatchObject(waiting));
    expect(channels[0]?.sent).toHaveLength(1);
  });
});
