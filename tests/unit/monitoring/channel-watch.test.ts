import { beforeEach, expect, it, vi } from "vitest";
import type { Event } from "~/log/events";
import { makeChannelWatch } from "~/monitoring/channel-watch.server";
import { makeMessages } from "~/monitoring/messages.server";
import type { Entry } from "~/quote/outbox/outbox.server";
import { sampleRequest } from "../submit/sample-request";

const HOUR_MS = 60 * 60 * 1000;

/** What the owner reads of trouble, as type and kind. */
let told: string[];
/** What waits in the outbox. */
let entries: Entry[];
let attempt: (...event: Event) => void;
let review: () => Promise<void>;
let pass: (ms: number) => void;
beforeEach(() => {
  [told, entries] = [[], []];
  let passed = 0;
  vi.spyOn(performance, "now").mockImplementation(() => passed);
  pass = (ms) => {
    passed += ms;
  };
  const toMessage = makeMessages();
  const read = (...event: Event) => {
    const message = toMessage(...event);
    if (message) told.push(`${message.type} ${message.kind}`);
  };
  const watch = makeChannelWatch(read, [{ index: async () => ({ entries, damaged: [] }) }]);
  review = watch.review;
  attempt = (...event) => {
    read(...event);
    watch.listen(...event);
  };
});
const accepted = (channel: string) => attempt("info", "quote.delivered", { channel, class: "accepted" });
const failed = (channel: string) => attempt("warn", "quote.kept", { channel, class: "unreachable" });

it("a channel that has accepted nothing for a day, though requests were tried, is told once a day, and when it accepts", () => {
  for (let hour = 0; hour < 24; hour++) {
    failed("forward");
    accepted("mail");
    pass(HOUR_MS);
  }
  expect(told).toEqual([]);
  failed("forward");
  failed("forward");
  expect(told).toEqual(["trouble channel.stuck forward"]);
  pass(24 * HOUR_MS);
  failed("forward");
  expect(told).toHaveLength(2);
  accepted("forward");
  expect(told).toEqual([
    ...Array(2).fill("trouble channel.stuck forward"),
    "trouble.over channel.stuck forward",
  ]);
  // A day without visitors is no trouble.
  pass(24 * HOUR_MS);
  failed("forward");
  expect(told).toHaveLength(3);
});

it.each(["quote.kept", "quote.unsent"] as const)(
  "a form that is not activated (%s) is over once it accepts and no request waits for it with that error",
  async (event) => {
    attempt("error", event, { channel: "forward", class: "needs-activation" });
    await review();
    accepted("forward");
    const tries = { forward: { count: 1, at: "2026-05-01T12:00:00.000Z", class: "needs-activation" } };
    entries = [{ ...sampleRequest(), tries, seenAt: 0, stamp: "" }];
    await review();
    expect(told).toEqual(["trouble quote.kept forward"]);
    entries = [];
    await review();
    await review();
    expect(told).toEqual(["trouble quote.kept forward", "trouble.over quote.kept forward"]);
  },
);
