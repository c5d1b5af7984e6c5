import { expect, it, vi } from "vitest";
import { adviceOf } from "~/quote/lifecycle/advice.server";
import { policyOf } from "~/quote/lifecycle/response-classes.server";
import { forward, freshWorker, mail, pass, setUp } from "../delivery/setup";
import { eventsNamed, failing, filesIn, logLines } from "../outbox/folder";
import { MINUTE, REQUEST } from "./sample-quote";

freshWorker();

const SENT = { kind: "sent" };
const FAILED = { kind: "failed", values: REQUEST };
const MOVED = "The form has moved. Set FORWARD_URL to b.example/f.";
const full = { insert: failing("ENOSPC"), update: failing("ENOSPC"), markSent: failing("ENOSPC") };

it("repeat: it sends nothing within the hour when one of two channels has accepted, and is new after it", async () => {
  const channels = [forward("accepted"), mail("mail-unreachable")];
  await setUp(channels).submit();
  await vi.waitFor(() => expect(eventsNamed("quote.attempt_failed")).toHaveLength(1));
  expect(eventsNamed("quote.delivered")[0]?.[2]).toMatchObject({ missing: ["mail"] });
  const before = await filesIn("new");
  // Also by another process.
  expect(await setUp(channels).submit()).toEqual(SENT);
  expect(channels.map(({ sent }) => sent.length)).toEqual([1, 1]);
  expect(await filesIn("new")).toEqual(before);
  expect(logLines.at(-1)?.[1]).toBe("quote.repeated");
  pass(61 * MINUTE);
  expect(await setUp(channels).submit()).toEqual(SENT);
  await vi.waitFor(() => expect(channels.map(({ sent }) => sent.length)).toEqual([2, 2]));
});

it("repeat: it is thanked for and sends nothing when another machine's was sent", async () => {
  const channel = forward("accepted");
  expect(await setUp([channel], { insert: async () => "sent" }).submit()).toEqual(SENT);
  expect(channel.sent).toEqual([]);
  expect(logLines.at(-1)).toMatchObject(["info", "quote.repeated", { form: "quote" }]);
});

it.each([
  ["its acceptance was only presumed", "presumed-accepted", 0],
  ["it failed, and stays one file", "server-error", 1],
] as const)("repeat: it is sent again when %s", async (_name, answer, waiting) => {
  const channel = forward(answer);
  const { submit } = setUp([channel]);
  for (const _ of [1, 2]) await submit();
  expect(channel.sent).toHaveLength(2);
  expect(await filesIn("new")).toHaveLength(waiting);
});

it.each([
  ["accepted", "mail-accepted", SENT, 0],
  ["unreachable", "mail-accepted", SENT, 1],
  ["needs-activation", "mail-accepted", SENT, 1],
  ["unclear", "mail-unreachable", FAILED, 1],
  ["presumed-accepted", "mail-unreachable", SENT, 1],
] as const)("disk that takes nothing: %s, then %s: the visitor sees %o", async (...row) => {
  const [first, second, outcome, byMail] = row;
  const later = mail(second, 15 * MINUTE);
  const { submit } = setUp([forward(first, { status: 200 }), later], full);
  expect(await submit()).toEqual(outcome);
  const isSent = outcome === SENT;
  expect([later.sent.length, eventsNamed("quote.lost").length]).toEqual([byMail, isSent ? 0 : 1]);
  const presumed = first === "presumed-accepted" || undefined;
  const arrived = eventsNamed("quote.arrived").map(([, , facts]) => facts as { presumed?: boolean });
  expect(arrived.map((facts) => facts.presumed)).toEqual(isSent ? [presumed] : []);
  expect(eventsNamed("quote.received")).toMatchObject([["info", "quote.received", { stored: false }]]);
  const failed = [{ class: first, status: 200 }, { class: second }].filter(
    (result) => !policyOf(result.class).accepted,
  );
  expect(eventsNamed("quote.attempt_failed")).toMatchObject(
    failed.map((result) => [
      policyOf(result.class).level,
      "quote.attempt_failed",
      { advice: adviceOf(result), next: undefined },
    ]),
  );
  for (const typed of Object.values(REQUEST))
    expect(JSON.stringify(logLines)).not.toContain(JSON.stringify(typed).slice(1, -1));
});

it.each([
  ["moved", { location: "b.example/f" }, "quote.attempt_failed", { advice: MOVED }],
  ["presumed-accepted", {}, "quote.arrived", { state: "accepted", presumed: true }],
  ["accepted", {}, "quote.arrived", { state: "accepted" }],
] as const)("log: a service whose answer is %s, %o: %s says %o", async (answer, more, event, said) => {
  await setUp([forward(answer, more)]).submit();
  const [[, , facts] = []] = eventsNamed(event);
  const { advice, state, presumed } = facts as Record<string, unknown>;
  expect(event === "quote.arrived" ? { state, presumed } : { advice }).toEqual(said);
});

it.each([
  ["no channel is set up and the disk takes nothing", [], full, FAILED],
  ["it left the outbox and was not accepted", [forward("unclear", { status: 200 })], {}, FAILED],
  [undefined, [forward("accepted")], {}, SENT],
])("quote.lost: it is logged when %s", async (when, channels, parts, outcome) => {
  const { submit } = setUp(channels, { text: async () => undefined, ...parts });
  expect(await submit()).toEqual(outcome);
  const lost = ["error", "quote.lost", { advice: expect.stringContaining("asked to call") }];
  expect(eventsNamed("quote.lost")).toMatchObject(when ? [lost] : []);
});

it("arrival: it is logged once when a quote came before there was a channel", async () => {
  await setUp([]).submit();
  const { poll } = setUp([forward("accepted")]);
  await poll();
  expect(eventsNamed("quote.delivered")).toHaveLength(1);
  expect(eventsNamed("quote.arrived")).toHaveLength(1);
});

const over = (holdS: number | undefined) => ({
  rateLimit: { count: () => ({ retryAfterS: 61, over: "address" as const }), hold: () => holdS },
});
const limited = (held: boolean) => ({ kind: "limited", values: REQUEST, retryAfterS: 61, held });

it("rate limit: a quote over it is held once and sent when its visitor sends it again after the wait", async () => {
  const channel = forward("accepted");
  expect(await setUp([channel], {}, over(61)).submit()).toEqual(limited(true));
  const advice = expect.stringContaining("TRUSTED_PROXIES");
  expect(eventsNamed("quote.limited")).toMatchObject([
    ["warn", "quote.limited", { retryAfterS: 61, advice }],
  ]);
  expect(await setUp([channel], {}, over(undefined)).submit()).toEqual(limited(true));
  expect(await filesIn("new")).toMatchObject([{ heldUntil: "2026-05-01T12:01:01.000Z", tries: {} }]);
  expect(channel.sent).toEqual([]);
  expect(await setUp([channel]).submit()).toEqual(SENT);
  expect([channel.sent.length, await filesIn("new")]).toEqual([1, []]);
});

it("rate limit: the visitor sees that a quote over it was not sent when the disk takes nothing", async () => {
  expect(await setUp([], full, over(61)).submit()).toEqual(limited(false));
});

it("rate limit: what an earlier attempt left stays when the quote comes again over the limit", async () => {
  await setUp([forward("server-error")]).submit();
  const before = await filesIn("new");
  expect(await setUp([], {}, over(undefined)).submit()).toEqual(limited(true));
  expect(await filesIn("new")).toEqual(before);
});

it("rate limit: neither an invalid, nor an unconfirmed, nor a repeated quote counts", async () => {
  const count = vi.fn(() => undefined);
  const channel = forward("accepted");
  const { submit } = setUp([channel], {}, { rateLimit: { count, hold: () => 61 } });
  await submit({ ...REQUEST, email: "" });
  expect(await submit(REQUEST, "filled in")).toEqual({ kind: "unconfirmed", values: REQUEST });
  expect([count.mock.calls.length, channel.sent.length]).toEqual([0, 0]);
  for (const honeypot of [" \n", ""]) expect(await submit(REQUEST, honeypot)).toEqual(SENT);
  expect(count).toHaveBeenCalledOnce();
});
