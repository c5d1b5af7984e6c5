import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import type { ResponseClass } from "~/quote/lifecycle/response-classes.server";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { DAY, MINUTE, sampleQuote } from "../intake/sample-quote";
import { coded, dir, eventsNamed, failing, filesIn, logLines } from "../outbox/folder";
import { clock, forward, freshWorker, hanging, pass, quotes, setUp, setUpWaiting } from "./setup";

freshWorker();

const { id } = sampleQuote();
const SENT = { kind: "sent" };

/** Two quotes wait, and the worker is sending the first one. */
async function sending(changes: Parameters<typeof setUp>[2] = {}) {
  const channel = hanging("forward");
  const contact = { ...sampleQuote("contact"), receivedAt: "2026-05-01T12:00:01.000Z" };
  const site = await setUpWaiting([sampleQuote(), contact], [channel], {}, changes);
  pass(MINUTE);
  const { done } = await site.worker.poll();
  await vi.waitFor(() => expect(channel.sent).toHaveLength(1));
  return { ...site, channel, done };
}

it("worker: quotes are sent one at a time and oldest first when an older one comes back meanwhile", async () => {
  const { outbox, worker, channel, done } = await sending();
  const older = sampleQuote("quote", { fullName: "Ann" });
  await outbox.update({ ...older, receivedAt: "2026-04-01T12:00:00.000Z" });
  await worker.poll();
  await sleep(20);
  expect(channel.sent).toHaveLength(1);
  channel.respond("accepted");
  await done;
  expect(channel.sent.map((sent) => sent.id)).toEqual([id, older.id, sampleQuote("contact").id]);
});

it("worker: the next quote is sent, and the first not given up, when the first is in flight", async () => {
  const channel = hanging("forward");
  const { outbox, worker } = setUp([channel]);
  pass(15 * DAY);
  const forwardState = { count: 10, at: clock.toISOString(), class: "throttled" };
  const old = { ...sampleQuote(), waitingSince: sampleQuote().receivedAt, tries: { forward: forwardState } };
  const outcome = worker.firstAttempt(old, {
    rateLimit: async () => undefined,
    deadline: new Promise(() => {}),
  });
  await vi.waitFor(() => expect(channel.sent).toHaveLength(1));
  await outbox.update({ ...sampleQuote("contact"), receivedAt: clock.toISOString() });
  pass(MINUTE);
  const { done } = await worker.poll();
  await vi.waitFor(() => expect(channel.sent.map(({ form }) => form)).toEqual(["quote", "contact"]));
  channel.respond("accepted");
  expect(await outcome).toEqual(SENT);
  await done;
});

it.each([
  ["accepted", "sent", "quote.delivered"],
  ["throttled", "failed", "quote.attempt_failed"],
] as const)("worker: its visitor joins the attempt when a quote that is in flight is %s", async (...row) => {
  const [answer, kind, event] = row;
  const { worker, submit, channel } = await sending();
  await worker.poll();
  const outcome = submit();
  await sleep(20);
  channel.respond(answer);
  expect(await outcome).toMatchObject({ kind });
  expect(channel.sent.filter((sent) => sent.id === id)).toHaveLength(1);
  const lines = logLines.filter(([, , facts]) => (facts as { id: string }).id === id);
  expect(lines.map(([, name]) => name).sort()).toEqual(["quote.arrived", event, "quote.repeated"]);
});

it("worker: a visitor's quote is sent by itself when the attempt that it joined breaks off", async () => {
  const channel = forward("accepted");
  let outcome: Promise<unknown> | undefined;
  const claim = async () => {
    outcome = submit();
    await sleep(20);
    throw new Error("broken off");
  };
  const { submit, poll } = await setUpWaiting([sampleQuote()], [channel], { claim });
  await poll();
  expect([await outcome, channel.sent.length]).toEqual([SENT, 1]);
});

it("worker: a quote is neither claimed nor sent when it is no longer due at its turn", async () => {
  const channel = forward("accepted");
  const read = async () => ({ ...sampleQuote(), heldUntil: "2026-05-01T13:00:00.000Z" });
  const claim = vi.fn(async () => true as const);
  const { poll } = await setUpWaiting([sampleQuote()], [channel], { read, claim });
  await poll();
  expect([channel.sent, claim.mock.calls]).toEqual([[], []]);
});

it.each([
  ["one", "an attempt fails", "fff", 1],
  ["five", "five in a row are refused: the cause is the service", "rrrrraa", 5],
  ["all", "some are refused", "rrrrarrrra", 10],
])("worker: %s of the quotes are sent when %s", async (_all, _when, answers, attempts) => {
  const channel = forward("accepted");
  const classes: Record<string, ResponseClass> = { r: "refused", f: "unreachable", a: "accepted" };
  Object.defineProperty(channel, "answer", { get: () => classes[answers[channel.sent.length - 1] ?? ""] });
  const { poll } = await setUpWaiting(quotes(answers.length), [channel]);
  await poll();
  expect(channel.sent).toHaveLength(attempts);
});

it("worker: the next quote is sent when one cannot be read", async () => {
  const channel = forward("accepted");
  const [bad, good] = quotes(2) as [StoredQuote, StoredQuote];
  const read = (one: string) => (one === bad.id ? failing("EIO")() : openFolder(dir).read(one));
  const { poll } = await setUpWaiting([bad, good], [channel], { read });
  await poll();
  expect(channel.sent).toMatchObject([{ id: good.id }]);
});

it("worker: the attempt under way ends, no other begins and the lock is released when it stops", async () => {
  const release = vi.fn(async () => {});
  const { worker, channel } = await sending({ redeliveryLock: { acquire: async () => true, release } });
  const stopped = worker.stop();
  await sleep(20);
  expect(release).not.toHaveBeenCalled();
  channel.respond("accepted");
  await stopped;
  expect([release.mock.calls.length, channel.sent.length]).toEqual([1, 1]);
});

it("worker: the lock that its last look took is released when it stops meanwhile", async () => {
  const calls: string[] = [];
  const acquire = async () => {
    await sleep(20);
    calls.push("taken");
    return true;
  };
  const release = async () => void calls.push("released");
  const { worker } = setUp([forward("accepted")], {}, { redeliveryLock: { acquire, release } });
  void worker.run();
  await worker.stop();
  expect(calls).toEqual(["taken", "released"]);
});

it("worker: the removal is logged when an operator takes a quote away during its attempt", async () => {
  const { outbox, channel, done } = await sending();
  await outbox.remove(id);
  channel.respond("unknown");
  await done;
  expect(await filesIn("new")).toMatchObject([{ form: "contact" }]);
  expect(eventsNamed("quote.removed")).toMatchObject([["info", "quote.removed", { id, class: "unknown" }]]);
});

const receipt = (at: string) => ({ sent: { at, channel: "forward", class: "accepted" } });
const SENT_AT = "2026-05-01T12:00:20.000Z";
const MONTH_AGO = "2026-04-01T12:00:00.000Z";
it.each([
  ["dropped", "a restored backup brings it back", {}, [0, "quote.restored"]],
  ["sent", "its visitor sends it on another day", { receivedAt: "2026-05-01T12:00:30.000Z" }, [1]],
  ["sent", "the operator puts it back", receipt(SENT_AT), [1]],
  ["dropped", "it was sent once more since the operator did", receipt(MONTH_AGO), [0, "quote.restored"]],
])("worker: a quote that is in sent/ is %s when %s", async (_what, _when, more, [attempts, event]) => {
  const channel = forward("accepted");
  const { outbox, poll } = await setUpWaiting([], [channel]);
  const before = { ...sampleQuote(), ...receipt(SENT_AT) };
  await outbox.update(before);
  await outbox.markSent(before);
  await outbox.update({ ...sampleQuote(), ...more });
  await poll();
  expect([channel.sent.length, await filesIn("new")]).toEqual([attempts, []]);
  expect(logLines.map(([, name]) => name)).toContain(event ?? "quote.delivered");
});

it("worker: a result that could not be saved is saved when the disk takes it again", async () => {
  const folder = openFolder(dir);
  let isBroken = true;
  const update = (quote: StoredQuote) =>
    isBroken && quote.attempts ? failing("EROFS")() : folder.update(quote);
  const { submit, poll } = setUp([forward("refused")], { update });
  await submit();
  isBroken = false;
  await poll(0);
  expect(await filesIn("new")).toMatchObject([{ tries: { forward: { count: 1 } } }]);
});

it("worker: a quote does not count as waiting when it was accepted and could not be moved", async () => {
  const contact = sampleQuote("contact");
  const { worker, submit } = await setUpWaiting([contact], [forward("accepted")], {
    markSent: failing("EROFS"),
  });
  await submit();
  const { snapshot } = await worker.poll();
  expect(snapshot?.entries).toMatchObject([{ id: contact.id }]);
  expect(await filesIn("new")).toHaveLength(2);
});

it.each([
  ["once", "the disk hangs", coded("ETIMEDOUT"), "outbox.unwritable", "Make it writable", 1],
  ["once", "the disk cannot be read", coded("EIO"), "outbox.unreadable", "cannot be read", 1],
  ["each time without its words", "the code is wrong", new TypeError("Renée"), "site.fault", "", 2],
])("worker: an error of a poll is logged %s and the next poll goes on when %s", async (...row) => {
  const [, , error, event, words, times] = row;
  const channel = forward("accepted");
  let asked = 0;
  // The lock is there for the poll, and fails before each attempt, twice.
  const acquire = () => ([2, 4].includes(++asked) ? Promise.reject(error) : Promise.resolve(true));
  const redeliveryLock = { acquire, release: async () => {} };
  const { poll } = await setUpWaiting([sampleQuote()], [channel], {}, { redeliveryLock });
  for (let n = 0; n < 3; n++) await poll();
  const code = "code" in error ? error.code : "TypeError";
  const facts = words ? { code, advice: expect.stringContaining(words) } : { code };
  expect(eventsNamed(event)).toEqual(Array(times).fill(["error", event, facts]));
  expect(channel.sent).toHaveLength(1);
});
