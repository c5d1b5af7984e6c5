import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, it, vi } from "vitest";
import { type Message, makeMessages } from "~/monitoring/messages.server";
import { makeNotifier } from "~/monitoring/notifier.server";
import { makeSend } from "~/monitoring/send.server";
import { startReceiver } from "../../http/operator/receiver";

/** A minute is 300 ms here. */
const TIMES = { spacingMs: 300, retryMs: [1, 2, 3] };

const ID = expect.any(String);
const message = (kind: string, text = kind): Message => ({
  ...{ kind, text, title: "", data: {} },
  type: "request.arrived",
});
const lines: [event: string, facts: Record<string, unknown>][] = [];
const log = (_: string, event: string, facts = {}) => void lines.push([event, facts]);
beforeEach(() => lines.splice(0));

it("sends the first message of a kind at once, and counts what comes within a minute in the next", async () => {
  const send = vi.fn(async () => {});
  const notify = makeNotifier(send, log, TIMES);
  for (const text of ["1", "2", "3", "4"]) notify(message("a", text));
  notify(message("b"));
  await sleep(100);
  expect(send.mock.calls).toMatchObject([
    [{ text: "1" }, 0, ID],
    [{ kind: "b" }, 0, ID],
  ]);
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(3));
  expect(send.mock.calls[2]).toMatchObject([{ text: "4" }, 2, ID]);
  await sleep(700);
  expect(send).toHaveBeenCalledTimes(3);
  notify(message("a", "5"));
  expect(send.mock.calls[3]).toMatchObject([{ text: "5" }, 0, ID]);
});

it("tells the end of a trouble at once, after the trouble, and then nothing more of its kind for a minute", async () => {
  const texts: string[] = [];
  const send = async ({ text }: Message) => {
    await sleep(20);
    texts.push(text);
  };
  const notify = makeNotifier(send, log, TIMES);
  const told = (type: Message["type"], text: string) => notify({ ...message("a", text), type });
  told("trouble", "1");
  told("trouble.over", "2");
  await vi.waitFor(() => expect(texts).toEqual(["1", "2"]), { timeout: 250 });
  told("trouble", "3");
  told("trouble.over", "4");
  await sleep(100);
  expect(texts).toEqual(["1", "2"]);
  await vi.waitFor(() => expect(texts).toEqual(["1", "2", "4"]));
});

it("a message that is sent again has the same webhook-id, and the next one has another", async () => {
  const receiver = await startReceiver();
  receiver.behave("refuse");
  const target = { url: receiver.url("/hook"), format: "json", secret: undefined } as const;
  const notify = makeNotifier(await makeSend(target, "Dig"), log, TIMES);
  notify(message("a"));
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  notify(message("b"));
  await vi.waitFor(() => expect(receiver.received).toHaveLength(8));
  receiver.close();
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toEqual([...Array(4).fill(ids[0]), ...Array(4).fill(ids[4])]);
  expect(ids[4]).not.toBe(ids[0]);
});

it("tries a message four times, then says so in the log once an hour, and holds one message of a kind", async () => {
  const send = vi.fn(async () => {
    throw Object.assign(new Error(), { code: "status 500" });
  });
  const notify = makeNotifier(send, log, TIMES);
  for (let i = 0; i < 1_000; i++) notify(message("a", String(i)));
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(send).toHaveBeenCalledTimes(4);
  expect(lines).toEqual([
    ["notify.failed", { code: "status 500", kind: "a", advice: expect.stringContaining("NOTIFY_URL") }],
  ]);
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(8));
  expect(send.mock.calls[4]).toMatchObject([{ text: "999" }, 998, ID]);
  await sleep(700);
  expect(send).toHaveBeenCalledTimes(8);
  expect(lines).toHaveLength(1);
});

it("every line of level error is trouble, and its end is told once, and only after it", () => {
  const toMessage = makeMessages();
  const types = (...events: Parameters<typeof toMessage>[]) =>
    events.map((event) => toMessage(...event)?.type);
  const kept: Parameters<typeof toMessage> = [
    "error",
    "quote.kept",
    { channel: "forward", class: "needs-activation", advice: "Click the link." },
  ];
  const over = (channel: string): Parameters<typeof toMessage> => [
    "info",
    "problem.over",
    { problem: "quote.kept", channel },
  ];
  expect(types(over("forward"), kept, over("mail"), over("forward"), over("forward"))).toEqual([
    undefined,
    "trouble",
    undefined,
    "trouble.over",
    undefined,
  ]);
  expect(
    types(
      ["warn", "quote.kept", { channel: "forward" }],
      ["info", "problem.over", { problem: "outbox.waiting" }],
      ["error", "outbox.waiting", { waiting: 3 }],
      ["info", "problem.over", { problem: "outbox.waiting" }],
    ),
  ).toEqual([undefined, undefined, "trouble", "trouble.over"]);
  expect(toMessage(...kept)?.text).toBe("Click the link. (quote.kept)");
});

it("a new outbox is told, too: perhaps the volume with the requests is not mounted", () => {
  expect(makeMessages()("warn", "outbox.created", { advice: "Mount it." })).toMatchObject({
    type: "trouble",
  });
});
