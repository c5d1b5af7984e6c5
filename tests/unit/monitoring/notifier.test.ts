import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { type Message, toMessage } from "~/monitoring/messages.server";
import { makeNotifier } from "~/monitoring/notifier.server";
import { makeSend } from "~/monitoring/send.server";
import { startReceiver } from "../../http/operator/receiver";

/** A minute is 300 ms here. */
const TIMES = { spacingMs: 300, retryMs: [0, 1, 2, 3] };

const message = (kind: string, text = kind, type: Message["type"] = "request.arrived"): Message => ({
  ...{ kind, text, type, title: "", data: {} },
});

/** A notifier whose receiver answers after this time, and what it got. */
function setUp(answerMs = 0) {
  const got: string[] = [];
  const send = async ({ text }: Message, more: number) => {
    await sleep(answerMs);
    got.push(more > 0 ? `${text} and ${more} more` : text);
  };
  return { got, ...makeNotifier(send, () => {}, TIMES) };
}

it("sends the first message of a kind at once, and counts what comes within a minute in the next", async () => {
  const { got, notify } = setUp();
  for (const text of ["1", "2", "3", "4"]) notify(message("a", text));
  notify(message("b"));
  await sleep(100);
  expect(got).toEqual(["1", "b"]);
  await vi.waitFor(() => expect(got).toEqual(["1", "b", "4 and 2 more"]));
  await sleep(700);
  notify(message("a", "5"));
  await sleep(100);
  expect(got.slice(3)).toEqual(["5"]);
});

it("tells the end of a trouble at once, after the trouble, and then nothing more of its kind for a minute", async () => {
  const { got, notify } = setUp(20);
  notify(message("a", "1", "trouble"));
  notify(message("a", "2", "trouble.over"));
  await vi.waitFor(() => expect(got).toEqual(["1", "2"]), { timeout: 250 });
  notify(message("a", "3", "trouble"));
  notify(message("a", "4", "trouble.over"));
  await sleep(100);
  expect(got).toHaveLength(2);
  await vi.waitFor(() => expect(got.slice(2)).toEqual(["4 and 1 more"]));
});

it("sends at once what waits when the site stops, and what comes while it does", async () => {
  const { got, notify, flush } = setUp();
  for (const text of ["1", "2", "3"]) notify(message("a", text));
  await vi.waitFor(() => expect(got).toEqual(["1"]));
  flush();
  await vi.waitFor(() => expect(got).toEqual(["1", "3 and 1 more"]), { timeout: 250 });
  for (const text of ["4", "5"]) notify(message("b", text));
  await vi.waitFor(() => expect(got.slice(2)).toEqual(["4", "5"]), { timeout: 250 });
});

it("tries a message four times with the same webhook-id, then says so in the log once an hour, and holds one of a kind", async () => {
  const receiver = await startReceiver();
  receiver.behave("refuse");
  const lines: unknown[] = [];
  const send = await makeSend({ url: receiver.url("/hook"), format: "json", secret: undefined }, "Dig");
  const { notify } = makeNotifier(send, (_, event, facts) => void lines.push([event, facts]), TIMES);
  for (let i = 0; i < 1_000; i++) notify(message("a", String(i)));
  await vi.waitFor(() => expect(receiver.received).toHaveLength(8));
  await sleep(700);
  receiver.close();
  const sent = receiver.messages().map(({ data }) => `${data.text} and ${data.more} more`);
  expect(sent).toEqual([...Array(4).fill("0 and 0 more"), ...Array(4).fill("999 and 998 more")]);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toEqual([...Array(4).fill(ids[0]), ...Array(4).fill(ids[4])]);
  expect(ids[4]).not.toBe(ids[0]);
  const advice = expect.stringContaining("NOTIFY_URL");
  expect(lines).toEqual([["notify.failed", { code: "status 503", kind: "a", advice }]]);
});

const kept = { channel: "forward", class: "needs-activation", advice: "Click the link." };

it("the trouble of a channel is one, whether the request could be stored or not", () => {
  const trouble = { type: "trouble", kind: "quote.attempt_failed forward" };
  for (const stored of [true, false])
    expect(toMessage("error", "quote.attempt_failed", { ...kept, stored })).toMatchObject(trouble);
});

it("of a warning, and of the end of what was no trouble, nobody is told", () => {
  expect(toMessage("warn", "quote.attempt_failed", kept)).toBeUndefined();
  for (const problem of ["heartbeat.failed", "notify.failed"] as const)
    expect(toMessage("info", "problem.over", { problem })).toBeUndefined();
});
