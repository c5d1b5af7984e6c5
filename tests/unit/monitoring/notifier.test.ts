import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { type Message, makeMessages } from "~/monitoring/messages.server";
import { makeNotifier } from "~/monitoring/notifier.server";
import { makeSend } from "~/monitoring/send.server";
import { startReceiver } from "../../http/operator/receiver";

/** A minute is 300 ms here. */
const TIMES = { spacingMs: 300, retryMs: [0, 1, 2, 3] };

const message = (kind: string, text = kind): Message => ({
  ...{ kind, text, title: "", data: {} },
  type: "request.arrived",
});

/** A notifier whose receiver answers after this time, and what it got. */
function setUp(answerMs = 0) {
  const got: string[] = [];
  const send = async ({ text }: Message, more: number) => {
    await sleep(answerMs);
    got.push(more > 0 ? `${text} and ${more} more` : text);
  };
  return { got, notify: makeNotifier(send, () => {}, TIMES) };
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
  const told = (type: Message["type"], text: string) => notify({ ...message("a", text), type });
  told("trouble", "1");
  told("trouble.over", "2");
  await vi.waitFor(() => expect(got).toEqual(["1", "2"]), { timeout: 250 });
  told("trouble", "3");
  told("trouble.over", "4");
  await sleep(100);
  expect(got).toHaveLength(2);
  await vi.waitFor(() => expect(got.slice(2)).toEqual(["4 and 1 more"]));
});

it("tries a message four times with the same webhook-id, then says so in the log once an hour, and holds one of a kind", async () => {
  const receiver = await startReceiver();
  receiver.behave("refuse");
  const lines: unknown[] = [];
  const target = { url: receiver.url("/hook"), format: "json", secret: undefined } as const;
  const notify = makeNotifier(
    await makeSend(target, "Dig"),
    (_, event, facts) => void lines.push([event, facts]),
    TIMES,
  );
  for (let i = 0; i < 1_000; i++) notify(message("a", String(i)));
  await vi.waitFor(() => expect(receiver.received).toHaveLength(8));
  await sleep(700);
  receiver.close();
  expect(receiver.messages().map(({ data }) => `${data.text} and ${data.more} more`)).toEqual([
    ...Array(4).fill("0 and 0 more"),
    ...Array(4).fill("999 and 998 more"),
  ]);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toEqual([...Array(4).fill(ids[0]), ...Array(4).fill(ids[4])]);
  expect(ids[4]).not.toBe(ids[0]);
  const advice = expect.stringContaining("NOTIFY_URL");
  expect(lines).toEqual([["notify.failed", { code: "status 503", kind: "a", advice }]]);
});

it("each event of level error is trouble, and its end is told once, and only after it, for each channel", () => {
  const toMessage = makeMessages();
  const failed = (level: "warn" | "error") =>
    toMessage(level, "quote.kept", {
      channel: "forward",
      class: "needs-activation",
      advice: "Click the link.",
    });
  const over = (channel: string) => toMessage("info", "problem.over", { problem: "quote.kept", channel });
  const told = [
    over("forward"),
    failed("warn"),
    failed("error"),
    over("mail"),
    over("forward"),
    over("forward"),
  ];
  expect(told.map((each) => each?.type)).toEqual([
    undefined,
    undefined,
    "trouble",
    undefined,
    "trouble.over",
    undefined,
  ]);
  expect(told[2]?.text).toBe("Click the link. (quote.kept)");
});

it("a new outbox is told, too: perhaps the volume with the requests is not mounted", () => {
  expect(makeMessages()("warn", "outbox.created", { advice: "Mount it." })?.type).toBe("trouble");
});
