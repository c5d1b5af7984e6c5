import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { Attempt, Channel } from "~/quote/delivery/channel.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { DAY, MINUTE, sampleRequest } from "../submit/sample-request";
import {
  clock,
  counts,
  dir,
  events,
  failing,
  forward,
  freshOutbox,
  hanging,
  lying,
  mail,
  pass,
  requests,
  setUp,
  told,
} from "./courier-setup";

freshOutbox();

const { id } = sampleRequest();

describe("what waits is sent", () => {
  it("oldest first, one at a time", async () => {
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
    const { outbox, look } = setUp([{ name: "forward", afterMs: 0, send }]);
    for (const [i, stored] of requests(5).entries())
      await outbox.store({ ...stored, receivedAt: new Date(clock.getTime() - i * 1000).toISOString() });
    await look();
    expect(seen).toEqual(["4 Road", "3 Road", "2 Road", "1 Road", "0 Road"]);
    expect(most).toBe(1);
  });

  it("until one fails: a service that is down is asked once a look", async () => {
    const channel = forward("unreachable");
    const { outbox, look } = setUp([channel]);
    for (const stored of requests(3)) await outbox.store(stored);
    for (const asked of [1, 2, 3]) {
      await look(asked === 1 ? MINUTE : 0);
      expect(channel.sent).toHaveLength(asked);
    }
  });

  it.each([
    ["until five are refused in a row: the cause is the service", "rrrrraa", 5],
    ["also where some are refused in between", "rrrrarrrra", 10],
  ])("%s", async (_name, answers, attempts) => {
    let sent = 0;
    const send = async (): Promise<Attempt> => ({
      ...{ class: answers[sent++] === "r" ? "refused" : "accepted", bytes: 0, ms: 1 },
    });
    const { outbox, look } = setUp([{ name: "forward", afterMs: 0, send }]);
    for (const stored of requests(answers.length)) await outbox.store(stored);
    await look();
    expect(sent).toBe(attempts);
  });

  it("past what cannot be read", async () => {
    const channel = forward("accepted");
    const [bad, good] = requests(2) as [StoredRequest, StoredRequest];
    const folder = openOutbox(dir);
    const read = (one: string) => (one === bad.id ? failing("EIO")() : folder.read(one));
    const { outbox, look } = setUp([channel], { ...folder, read });
    for (const stored of [bad, good]) await outbox.store(stored);
    await look();
    expect(channel.sent).toMatchObject([{ id: good.id }]);
  });

  it.each(["forward", "mail"] as const)("by one channel while the other, %s, hangs", async (name) => {
    const hangs = hanging(name);
    const works = name === "mail" ? forward("accepted") : mail("mail-accepted");
    const { outbox, courier } = setUp([hangs, works] as Channel[]);
    for (const stored of requests(3)) await outbox.store(stored);
    pass(20 * MINUTE);
    await vi.waitFor(async () => {
      await courier.poll();
      expect(works.sent.length).toBeGreaterThanOrEqual(2);
    });
  });

  it("no more once another process leads", async () => {
    const channel = forward("accepted");
    let looks = 0;
    const leaderLock = { acquire: async () => ++looks === 1, release: async () => {} };
    const { outbox, look } = setUp([channel], {}, { leaderLock });
    for (const stored of requests(3)) await outbox.store(stored);
    await look();
    expect(channel.sent).toEqual([]);
  });
});

describe("what was sent", () => {
  it("is not sent again where a restored backup brings it back, but is where the visitor asks on another day", async () => {
    const channel = forward("accepted");
    const { outbox, look } = setUp([channel]);
    await outbox.store(sampleRequest());
    const file = join(dir, "new", `${id}.json`);
    const backup = await readFile(file, "utf8");
    await look();
    await writeFile(file, backup);
    await look(DAY);
    expect(channel.sent).toHaveLength(1);
    expect(await counts()).toEqual({ waiting: 0, dead: 0 });
    expect(events()).toContain("quote.restored");
    await outbox.store({ ...sampleRequest(), receivedAt: clock.toISOString() });
    await look();
    expect(channel.sent).toHaveLength(2);
  });

  it("is sent once more where an operator puts it back from sent/, also within the hour, and keeps its attempts", async () => {
    const channel = forward("accepted");
    const { outbox, look } = setUp([channel]);
    const putBack = () => rename(join(dir, "sent", `${id}.json`), join(dir, "new", `${id}.json`));
    await outbox.store(sampleRequest());
    await look(20_000);
    await putBack();
    channel.answer = "throttled";
    await look(0);
    channel.answer = "accepted";
    await look(DAY);
    await putBack();
    await look(0);
    expect(channel.sent).toHaveLength(4);
    const classes = (await lying("sent")).map(({ attempts }) => attempts?.map((one) => one.class));
    expect(classes).toEqual([["throttled", "accepted", "accepted"]]);
  });

  it("by one channel leaves once the settings name no other", async () => {
    const { outbox, look } = setUp([forward("accepted")]);
    const accepted = { count: 1, at: clock.toISOString(), class: "accepted", accepted: true as const };
    await outbox.store({ ...sampleRequest(), tries: { forward: accepted } });
    await look();
    expect(await lying("new")).toEqual([]);
    expect(events()).toEqual([]);
  });
});

describe("an error in the middle of a round", () => {
  it.each([
    ["a disk that hangs", "ETIMEDOUT", "outbox.unwritable", "Make it writable"],
    ["a disk that cannot be read", "EIO", "outbox.unreadable", "cannot be read"],
  ])("is said once an hour, and does not end the rounds: %s", async (_name, code, event, words) => {
    const channel = forward("accepted");
    let asked = 0;
    // The lock is there for the look, and fails before each attempt, twice.
    const acquire = () => ([2, 4].includes(++asked) ? failing(code)() : Promise.resolve(true));
    const { outbox, look } = setUp([channel], {}, { leaderLock: { acquire, release: async () => {} } });
    await outbox.store(sampleRequest());
    for (let n = 0; n < 3; n++) await look();
    const advice = expect.stringContaining(words);
    expect(told(event)).toMatchObject([{ level: "error", facts: { code, advice } }]);
    expect(channel.sent).toHaveLength(1);
  });

  it("that is the site's own is named each time, without what it says", async () => {
    let asked = 0;
    const acquire = async () => {
      if (asked++ % 2 === 1) throw new TypeError("Renée O’Brien");
      return true;
    };
    const { outbox, look } = setUp(
      [forward("accepted")],
      {},
      { leaderLock: { acquire, release: async () => {} } },
    );
    await outbox.store(sampleRequest());
    await look();
    await look();
    const line = { level: "error", event: "site.fault", facts: { code: "TypeError" } };
    expect(told("site.fault")).toEqual([line, line]);
  });
});
