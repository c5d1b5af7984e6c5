import { readFile, rename, writeFile } from "node:fs/promises";
import { describe, expect, it, vi } from "vitest";
import type { Channel } from "~/quote/lifecycle/channel.server";
import type { ResponseClass } from "~/quote/lifecycle/response-classes.server";
import { type StoredQuote, withDefaultReceipt } from "~/quote/lifecycle/stored-quote.server";
import { requeued } from "~/quote/lifecycle/transitions.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { DAY, MINUTE, sampleQuote } from "../intake/sample-quote";
import { at, coded, dir, failing, filesIn, said, told } from "../outbox/folder";
import { clock, forward, freshWorker, hanging, mail, pass, requests, setUp as setUpWorker } from "./setup";

freshWorker();

const { id } = sampleQuote();
const FILE = `${id}.json`;
const putBack = (from: "sent" | "dead") => rename(at(from, FILE), at("new", FILE));

/** A site where these requests wait. */
async function setUp(waiting: readonly StoredQuote[], ...given: Parameters<typeof setUpWorker>) {
  const site = setUpWorker(...given);
  for (const stored of waiting) await site.outbox.update(stored);
  return site;
}
/** One process alone leads, but for what this does at each question. */
const leading = (acquire: () => Promise<boolean>) => ({
  redeliveryLock: { acquire, release: async () => {} },
});

describe("what waits is sent", () => {
  it("oldest first, one at a time", async () => {
    const channel = hanging("forward");
    const younger = requests(3).map((stored, i) => ({
      ...stored,
      receivedAt: new Date(clock.getTime() - i * 1000).toISOString(),
    }));
    const { worker } = await setUp(younger, [channel]);
    pass(MINUTE);
    const { done: over } = await worker.poll();
    await vi.waitFor(() => expect(channel.sent).toHaveLength(1));
    channel.respond("accepted");
    await over;
    const where = channel.sent.map(({ request }) => request.projectLocation);
    expect(where).toEqual(["2 Road", "1 Road", "0 Road"]);
  });

  it("until one fails: a service that is down is asked once a look", async () => {
    const channel = forward("unreachable");
    const { look } = await setUp(requests(3), [channel]);
    for (const asked of [1, 2, 3]) {
      await look(asked === 1 ? MINUTE : 0);
      expect(channel.sent).toHaveLength(asked);
    }
  });

  it.each([
    ["until five are refused in a row: the cause is the service", "rrrrraa", 5],
    ["also where some are refused in between", "rrrrarrrra", 10],
  ])("%s", async (_name, answers, attempts) => {
    const channel = forward("accepted");
    const answer = (): ResponseClass => (answers[channel.sent.length - 1] === "r" ? "refused" : "accepted");
    Object.defineProperty(channel, "answer", { get: answer });
    const { look } = await setUp(requests(answers.length), [channel]);
    await look();
    expect(channel.sent).toHaveLength(attempts);
  });

  it("past what cannot be read", async () => {
    const channel = forward("accepted");
    const [bad, good] = requests(2) as [StoredQuote, StoredQuote];
    const read = (one: string) => (one === bad.id ? failing("EIO")() : openFolder(dir).read(one));
    const { look } = await setUp([bad, good], [channel], { read });
    await look();
    expect(channel.sent).toMatchObject([{ id: good.id }]);
  });

  it.each(["forward", "mail"] as const)("by one channel while the other, %s, hangs", async (name) => {
    const works = name === "mail" ? forward("accepted") : mail("mail-accepted");
    const { worker } = await setUp(requests(3), [hanging(name), works] as Channel[]);
    pass(20 * MINUTE);
    await vi.waitFor(async () => {
      await worker.poll();
      expect(works.sent.length).toBeGreaterThanOrEqual(2);
    });
  });

  it("no more once another process leads", async () => {
    const channel = forward("accepted");
    let looks = 0;
    const { look } = await setUp(
      requests(3),
      [channel],
      {},
      leading(async () => ++looks === 1),
    );
    await look();
    expect(channel.sent).toEqual([]);
  });
});

describe("what was sent", () => {
  it("is not sent again where a restored backup brings it back, but is where the visitor asks on another day", async () => {
    const channel = forward("accepted");
    const { outbox, look } = await setUp([sampleQuote()], [channel]);
    const backup = await readFile(at("new", FILE), "utf8");
    await look();
    await writeFile(at("new", FILE), backup);
    await look(DAY);
    expect([channel.sent.length, await filesIn("new"), told("quote.restored").length]).toEqual([1, [], 1]);
    await outbox.update({ ...sampleQuote(), receivedAt: clock.toISOString() });
    await look();
    expect(channel.sent).toHaveLength(2);
  });

  it("is sent once more where an operator puts it back from sent/, also within the hour, and keeps its attempts", async () => {
    const channel = forward("accepted");
    const { look } = await setUp([sampleQuote()], [channel]);
    await look(20_000);
    await putBack("sent");
    channel.answer = "throttled";
    await look(0);
    channel.answer = "accepted";
    await look(DAY);
    await putBack("sent");
    await look(0);
    expect(channel.sent).toHaveLength(4);
    const classes = (await filesIn("sent")).map(({ attempts }) => attempts?.map((one) => one.class));
    expect(classes).toEqual([["throttled", "accepted", "accepted"]]);
  });

  it("is not sent again where a backup brings back what the operator has sent once more since", async () => {
    const channel = forward("accepted");
    const { outbox, look } = await setUp([sampleQuote()], [channel]);
    await look(20_000);
    const again = (quote: StoredQuote) => requeued(withDefaultReceipt(quote), clock);
    await outbox.edit(sampleQuote().id, "sent", again, "new");
    const backup = await readFile(at("new", FILE), "utf8");
    await look(DAY);
    await writeFile(at("new", FILE), backup);
    await look(DAY);
    expect([channel.sent.length, await filesIn("new")]).toEqual([2, []]);
  });

  it("by one channel leaves once the settings name no other", async () => {
    const accepted = { count: 1, at: clock.toISOString(), class: "accepted", accepted: true as const };
    const { look } = await setUp([{ ...sampleQuote(), tries: { forward: accepted } }], [forward("accepted")]);
    await look();
    expect([await filesIn("new"), said]).toEqual([[], []]);
  });
});

describe("giving up", () => {
  /** So many attempts by the forwarder, the last of them now, and due again. */
  const tried = (count: number) => ({ forward: { count, at: clock.toISOString(), class: "throttled" } });

  it("comes after 14 days, is told, and is over where an operator moves the request back", async () => {
    const channel = forward("refused");
    const old = { ...sampleQuote(), waitingSince: clock.toISOString(), tries: tried(9) };
    const { look } = await setUp([old], [channel]);
    await look(14 * DAY - MINUTE);
    await look(2 * 60 * MINUTE);
    expect(channel.sent).toHaveLength(2);
    await look(0);
    expect(await filesIn("dead")).toHaveLength(1);
    const advice = expect.stringContaining("Not accepted in 14 days");
    expect(told("quote.dead")).toMatchObject([["error", "quote.dead", { id, form: "quote", advice }]]);
    await putBack("dead");
    await look(0);
    expect([channel.sent.length, await filesIn("dead")]).toEqual([3, []]);
  });

  it("goes on with the others where the disk does not take one", async () => {
    const channel = forward("accepted");
    const [old, young] = requests(2) as [StoredQuote, StoredQuote];
    pass(15 * DAY);
    const waiting = [
      { ...old, waitingSince: old.receivedAt, tries: tried(10) },
      { ...young, receivedAt: clock.toISOString() },
    ];
    const { look } = await setUp(waiting, [channel], { markDead: failing("ENOSPC") });
    await look();
    await look();
    expect(channel.sent).toHaveLength(1);
    const facts = { id: old.id, code: "ENOSPC", advice: expect.stringContaining("free disk space") };
    expect(told("outbox.unwritable")).toMatchObject([["error", "outbox.unwritable", facts]]);
  });

  it("is neither for what is being sent or was changed since the look, nor for a process that does not lead", async () => {
    pass(15 * DAY);
    const old = { ...sampleQuote(), waitingSince: sampleQuote().receivedAt, tries: tried(10) };
    const channel = hanging("forward");
    const { worker, look } = await setUp([], [channel]);
    void worker.firstAttempt(old, { rateLimit: async () => undefined });
    await vi.waitFor(() => expect(channel.sent).toHaveLength(1));
    await look();
    const changed = { read: async () => ({ ...old, tries: {} }) };
    for (const parts of [[changed], [{}, leading(async () => false)]])
      await (await setUp([old], [forward("refused")], ...parts)).look();
    expect([await filesIn("dead"), told("quote.dead")]).toEqual([[], []]);
  });

  it("comes after three redirects, which may each have been thanks, and tells the owner where to look", async () => {
    const channel = forward("redirected", { status: 302 });
    const { look } = await setUp([sampleQuote()], [channel]);
    for (let day = 0; day < 20; day++) await look(DAY);
    expect([channel.sent.length, (await filesIn("dead")).length]).toEqual([3, 1]);
    const advice = expect.stringContaining("Check your mailbox");
    expect(told("quote.dead")).toMatchObject([["error", "quote.dead", { advice }]]);
  });

  it("on one of two channels tells which never had it, and the request is kept as sent", async () => {
    const { look } = await setUp([sampleQuote()], [forward("accepted"), mail("mail-refused")]);
    for (let day = 0; day < 20; day++) await look(DAY);
    expect(await filesIn("sent")).toMatchObject([{ sent: { channel: "forward" } }]);
    expect(told("quote.dead")).toEqual([]);
    expect(told("quote.partial")).toMatchObject([["error", "quote.partial", { id, missing: ["mail"] }]]);
  });
});

it.each([
  ["a disk that hangs, once an hour", coded("ETIMEDOUT"), "outbox.unwritable", "Make it writable", 1],
  ["a disk that cannot be read, once an hour", coded("EIO"), "outbox.unreadable", "cannot be read", 1],
  ["the site's own error, each time, without its words", new TypeError("Renée"), "site.fault", "", 2],
])("an error in the middle of a round does not end the rounds, and is told: %s", async (...row) => {
  const [_name, error, event, words, times] = row;
  const channel = forward("accepted");
  let asked = 0;
  // The lock is there for the look, and fails before each attempt, twice.
  const acquire = () => ([2, 4].includes(++asked) ? Promise.reject(error) : Promise.resolve(true));
  const { look } = await setUp([sampleQuote()], [channel], {}, leading(acquire));
  for (let n = 0; n < 3; n++) await look();
  const code = "code" in error ? error.code : "TypeError";
  const facts = words ? { code, advice: expect.stringContaining(words) } : { code };
  expect(told(event)).toEqual(Array(times).fill(["error", event, facts]));
  expect(channel.sent).toHaveLength(1);
});
