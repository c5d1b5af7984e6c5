import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { again } from "~/cli/outbox/change";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { MINUTE, sampleRequest } from "../submit/sample-request";
import { dir, events, forward, freshOutbox, hanging, lying, pass, setUp, told } from "./courier-setup";

freshOutbox();

const { id } = sampleRequest();
const SENT = { kind: "sent" };

describe("a request is in one pair of hands at a time", () => {
  /** An outbox where this happens between the look and the reading of a request. */
  function reading(act: () => Promise<void>) {
    const folder = openOutbox(dir);
    const read = async (one: string) => {
      const found = await folder.read(one);
      const once = act;
      act = async () => {};
      await once();
      return found;
    };
    return { ...folder, read };
  }

  it("what a visitor had accepted after the look is not sent again, however slow the disk", async () => {
    const channel = forward("accepted");
    let answer: Promise<unknown> = Promise.resolve();
    // While the redelivery waits for the disk, the visitor sends the same again.
    const slow = reading(async () => {
      answer = submit();
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    const { outbox, submit, look } = setUp([channel], slow);
    await outbox.store(sampleRequest());
    await look();
    expect(await answer).toEqual(SENT);
    expect(channel.sent).toHaveLength(1);
    expect(await lying("new")).toEqual([]);
  });

  it("what was put off between the look and its turn is not sent", async () => {
    const channel = forward("accepted");
    const folder = openOutbox(dir);
    const heldUntil = "2026-05-01T13:00:00.000Z";
    const read = async () => ({ ...sampleRequest(), heldUntil });
    const { outbox, look } = setUp([channel], { ...folder, read });
    await outbox.store(sampleRequest());
    await look();
    expect(channel.sent).toEqual([]);
  });

  it.each([
    ["accepted", "sent", "quote.delivered"],
    ["throttled", "failed", "quote.kept"],
  ] as const)(
    "a visitor who sends what is just being sent learns that it is %s, and it is sent once",
    async (...row) => {
      const [answer, kind, event] = row;
      const channel = hanging("forward");
      const { outbox, courier, submit } = setUp([channel]);
      await outbox.store(sampleRequest());
      pass(MINUTE);
      await courier.poll();
      await vi.waitFor(() => expect(channel.sent).toHaveLength(1));
      await courier.poll(); // Nor does a second look send it.
      const outcome = submit();
      channel.answer(answer);
      expect(await outcome).toMatchObject({ kind });
      expect(channel.sent).toHaveLength(1);
      expect(events().sort()).toEqual([event, "quote.repeated"]);
    },
  );

  it("what an operator or another process took away during an attempt does not come back", async () => {
    const channel = hanging("forward");
    const { outbox, courier } = setUp([channel]);
    await outbox.store(sampleRequest());
    pass(MINUTE);
    const { over } = await courier.poll();
    await vi.waitFor(() => expect(channel.sent).toHaveLength(1));
    await rename(join(dir, "new", `${id}.json`), join(dir, "sent", `${id}.json`));
    channel.answer("unknown");
    await over;
    expect(await lying("new")).toEqual([]);
    expect(told("quote.gone")).toMatchObject([{ level: "info", facts: { id, class: "unknown" } }]);
  });

  it("a stop waits for the attempt under way, and begins no other", async () => {
    const channel = hanging("forward");
    let isReleased = false;
    const release = async () => {
      isReleased = true;
    };
    const { outbox, courier } = setUp([channel], {}, { leaderLock: { acquire: async () => true, release } });
    await outbox.store(sampleRequest());
    await outbox.store(sampleRequest("contact"));
    pass(MINUTE);
    await courier.poll();
    await vi.waitFor(() => expect(channel.sent).toHaveLength(1));
    const stopped = courier.stop();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isReleased).toBe(false);
    channel.answer("accepted");
    await stopped;
    expect(isReleased).toBe(true);
    expect(channel.sent).toHaveLength(1);
  });

  it("the copy in sent/ that the redelivery writes while an operator sends it again stays", async () => {
    const channel = forward("accepted");
    const { outbox, submit, look } = setUp([channel]);
    await submit();
    const change = async (...given: Parameters<typeof outbox.change>) => {
      const changed = await outbox.change(...given);
      await look();
      return changed;
    };
    await again(id, [{ ...outbox, change }]);
    expect(channel.sent).toHaveLength(2);
    expect(await lying("sent")).toHaveLength(1);
  });
});

describe("an older request that comes back", () => {
  it("is taken up while the others are sent", async () => {
    const channel = hanging("forward");
    const { outbox, courier } = setUp([channel]);
    const [younger, older] = [sampleRequest(), sampleRequest("contact")];
    for (const stored of [younger, sampleRequest("quote", { fullName: "Ann" })]) await outbox.store(stored);
    pass(MINUTE);
    const { over } = await courier.poll();
    await vi.waitFor(() => expect(channel.sent).toHaveLength(1));
    await mkdir(join(dir, "dead"), { recursive: true });
    const receivedAt = "2026-04-01T12:00:00.000Z";
    await writeFile(join(dir, "dead", `${older.id}.json`), JSON.stringify({ ...older, receivedAt }));
    await again(older.id, [outbox]);
    await courier.poll();
    channel.answer("accepted");
    await over;
    expect(channel.sent.map(({ form }) => form)).toEqual(["quote", "contact", "quote"]);
  });
});
