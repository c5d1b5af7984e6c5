import { describe, expect, it, vi } from "vitest";
import { policyOf } from "~/quote/lifecycle/response-classes.server";
import { arrivalState, restarted } from "~/quote/lifecycle/transitions.server";
import { forward, freshWorker, hanging, mail, pass, setUp } from "../delivery/setup";
import { failing, filesIn, said, told } from "../outbox/folder";
import { MINUTE, REQUEST, sampleQuote } from "./sample-quote";

freshWorker();

const SENT = { kind: "sent" };
const FAILED = { kind: "failed", values: REQUEST };
const full = { insert: failing("ENOSPC"), update: failing("ENOSPC"), markSent: failing("ENOSPC") };

describe("by two channels that send at once", () => {
  it("is thanked for as soon as one has it, while the other hangs", async () => {
    const slow = hanging("forward");
    expect(await setUp([slow, mail("mail-accepted")]).submit()).toEqual(SENT);
    expect(await filesIn("new")).toMatchObject([{ tries: { mail: { accepted: true } } }]);
    slow.respond("accepted");
    await vi.waitFor(async () => expect(await filesIn("new")).toEqual([]));
  });

  it("a repeat of what one accepted within the hour is sent, and sends nothing; later it is a request again", async () => {
    const channels = [forward("accepted"), mail("mail-unreachable")];
    await setUp(channels).submit();
    await vi.waitFor(() => expect(told("quote.attempt_failed")).toHaveLength(1));
    expect(told("quote.arrived")).toMatchObject([["info", "quote.arrived", { state: "accepted" }]]);
    expect(told("quote.delivered")[0]?.[2]).toMatchObject({ missing: ["mail"] });
    const before = await filesIn("new");
    // Also by another process.
    expect(await setUp(channels).submit()).toEqual(SENT);
    expect(channels.map(({ sent }) => sent.length)).toEqual([1, 1]);
    expect(await filesIn("new")).toEqual(before);
    expect(said.at(-1)?.[1]).toBe("quote.repeated");
    pass(61 * MINUTE);
    expect(await setUp(channels).submit()).toEqual(SENT);
    await vi.waitFor(() => expect(told("quote.attempt_failed")).toHaveLength(2));
    expect(channels.map(({ sent }) => sent.length)).toEqual([2, 2]);
  });
});

it("with the hidden field filled in is not sent: the visitor is asked to send it once more", async () => {
  const channel = forward("accepted");
  expect(await setUp([channel]).submit(REQUEST, "Ann")).toEqual({ kind: "unconfirmed", values: REQUEST });
  expect(channel.sent).toEqual([]);
});

describe("the same request again", () => {
  it.each([
    ["sent", SENT],
    ["failed", FAILED],
  ] as const)("sends nothing where another machine's was %s, and is told the same", async (kept, outcome) => {
    const channel = forward("accepted");
    expect(await setUp([channel], { insert: async () => kept }).submit()).toEqual(outcome);
    expect(channel.sent).toEqual([]);
    expect(said.at(-1)).toMatchObject(["info", "quote.repeated", { form: "quote" }]);
  });

  it("is not sent within an hour of its acceptance, and is after that", async () => {
    const channel = forward("accepted");
    const { submit } = setUp([channel]);
    await submit();
    pass(59 * MINUTE);
    expect(await submit()).toEqual(SENT);
    expect(channel.sent).toHaveLength(1);
    pass(2 * MINUTE);
    await submit();
    expect(channel.sent).toHaveLength(2);
  });

  it.each([
    ["its acceptance was only presumed", "presumed-accepted", 0],
    ["it failed, and stays one file", "server-error", 1],
  ] as const)("is sent at once where %s", async (_name, answer, waiting) => {
    const channel = forward(answer);
    const { submit } = setUp([channel]);
    for (const _ of [1, 2]) await submit();
    expect(channel.sent).toHaveLength(2);
    expect(await filesIn("new")).toHaveLength(waiting);
  });
});

describe("a disk that takes nothing", () => {
  it.each([
    ["accepted", "mail-accepted", SENT, 0],
    ["unreachable", "mail-accepted", SENT, 1],
    ["needs-activation", "mail-accepted", SENT, 1],
    ["unclear", "mail-unreachable", FAILED, 1],
  ] as const)("sends by the next channel at once: after %s and %s the visitor sees %o", async (...row) => {
    const [first, second, outcome, byMail] = row;
    const later = mail(second, 15 * MINUTE);
    const { submit } = setUp([forward(first, { status: 200 }), later], full);
    expect(await submit()).toEqual(outcome);
    const isSent = outcome === SENT;
    expect([later.sent.length, told("quote.lost").length]).toEqual([byMail, isSent ? 0 : 1]);
    expect(told("quote.arrived")).toHaveLength(isSent ? 1 : 0);
    const failed = [first, second].map((name) => policyOf(name)).filter(({ accepted }) => !accepted);
    expect(told("quote.attempt_failed")).toMatchObject(
      failed.map(({ level, advice }) => [level, "quote.attempt_failed", { advice }]),
    );
    for (const typed of Object.values(REQUEST))
      expect(JSON.stringify(said)).not.toContain(JSON.stringify(typed).slice(1, -1));
  });

  it("is logged once an hour", async () => {
    let refused = 0;
    const { outbox } = setUp([]);
    const keep = (request: Parameters<typeof outbox.insert>[0]) =>
      refused++ < 2 ? failing("ENOSPC")() : outbox.insert(request);
    const { submit } = setUp([forward("refused")], { insert: keep });
    for (const _ of [1, 2, 3]) await submit();
    expect(told("outbox.unwritable")).toMatchObject([["error", "outbox.unwritable", { code: "ENOSPC" }]]);
  });
});

const { id } = sampleQuote();
it.each([
  [
    "is kept where there is no way to send it",
    {},
    SENT,
    true,
    "warn",
    "quote.attempt_failed",
    "FORWARD_URL is not set",
  ],
  ["is lost where nothing keeps it either", full, FAILED, false, "error", "quote.lost", "asked to call"],
] as const)("the log says that a request %s", async (_name, parts, outcome, stored, level, event, words) => {
  expect(await setUp([], parts).submit()).toEqual(outcome);
  expect(told("quote.received")).toEqual([["info", "quote.received", { id, form: "quote", stored }]]);
  expect(told(event)).toMatchObject([[level, event, { id, advice: expect.stringContaining(words) }]]);
});

it("a request that left the outbox while it was sent, and was not accepted, is lost: the visitor sees it", async () => {
  const gone = { text: async () => undefined };
  expect(await setUp([forward("unclear", { status: 200 })], gone).submit()).toEqual(FAILED);
  expect(told("quote.lost")).toHaveLength(1);
  expect(await setUp([forward("accepted")], gone).submit()).toEqual(SENT);
  expect(told("quote.lost")).toHaveLength(1);
});

it("a channel that comes later is not asked while the visitor waits", async () => {
  const later = mail("mail-accepted", 15 * MINUTE);
  expect(await setUp([forward("unreachable"), later]).submit()).toEqual(FAILED);
  expect(later.sent).toEqual([]);
});

describe("a request over the limit", () => {
  const over = (holdS: number | undefined = 61) => ({
    rateLimit: { count: () => ({ retryAfterS: 61, over: "address" as const }), hold: () => holdS },
  });
  const allFull = { rateLimit: { ...over().rateLimit, hold: () => undefined } };
  const limited = (held: boolean) => ({ kind: "limited", values: REQUEST, retryAfterS: 61, held });

  it("is held once, however often it is sent again, and sent at once after the wait", async () => {
    const channel = forward("accepted");
    expect(await setUp([channel], {}, over()).submit()).toEqual(limited(true));
    const advice = expect.stringContaining("TRUSTED_PROXIES");
    expect(told("quote.limited")).toMatchObject([["warn", "quote.limited", { retryAfterS: 61, advice }]]);
    pass(30_000);
    expect(await setUp([channel], {}, allFull).submit()).toEqual(limited(true));
    expect(await filesIn("new")).toMatchObject([{ heldUntil: "2026-05-01T12:01:01.000Z", tries: {} }]);
    expect(channel.sent).toEqual([]);
    expect(await setUp([channel]).submit()).toEqual(SENT);
    expect(channel.sent).toHaveLength(1);
    expect(await filesIn("new")).toEqual([]);
  });

  it("is not held where the disk takes nothing, and the visitor is told that it was not sent", async () => {
    expect(await setUp([], full, over()).submit()).toEqual(limited(false));
  });

  it("keeps the note of an earlier attempt", async () => {
    await setUp([forward("server-error")]).submit();
    const before = await filesIn("new");
    expect(await setUp([], {}, allFull).submit()).toEqual(limited(true));
    expect(await filesIn("new")).toEqual(before);
  });

  it("is counted once: neither what is invalid nor a repeat counts; a hidden field with only blanks is an empty one", async () => {
    let counted = 0;
    const rateLimit = { count: () => void counted++, hold: () => 61 };
    const { submit } = setUp([forward("accepted")], {}, { rateLimit });
    await submit({ ...REQUEST, email: "" });
    await submit(REQUEST, "filled in");
    expect(counted).toBe(0);
    for (const hidden of [" \n", ""]) expect(await submit(REQUEST, hidden)).toEqual(SENT);
    expect(counted).toBe(1);
  });
});

const channel = { name: "forward", delayMs: 0 } as const;
it.each([
  ["came before there was a way to send it", [], "new", [channel]],
  [
    "failed before a second channel was set up",
    [forward("refused")],
    "new",
    [channel, { ...channel, name: "mail" }],
  ],
  ["is brought back after it left the outbox", [forward("accepted")], "sent", [channel]],
] as const)("nothing announces again a request that %s", async (_name, first, place, later) => {
  await setUp([...first]).submit();
  const [stored = sampleQuote()] = await filesIn(place);
  expect(arrivalState(place === "sent" ? restarted(stored) : stored, true, later)).toBeUndefined();
});

it("a request whose process ended before it was sent is announced when it is sent", () => {
  expect(arrivalState(sampleQuote(), true, [channel])).toBe("accepted");
});
