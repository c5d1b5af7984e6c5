import { beforeEach, expect, it, vi } from "vitest";
import { makeChannelWatch } from "~/monitoring/channel-watch.server";
import type { SnapshotEntry } from "~/quote/outbox/outbox.server";
import { DAY, MINUTE, sampleQuote } from "../intake/sample-quote";

let said: string[];
/** What waits in the outbox. */
let entries: SnapshotEntry[];
let passed: number;
let watch: ReturnType<typeof makeChannelWatch>;
beforeEach(() => {
  [said, entries, passed] = [[], [], 0];
  vi.spyOn(performance, "now").mockImplementation(() => passed);
  watch = makeChannelWatch(
    (...[, event, { problem, channel }]) =>
      void said.push([event, problem, channel].filter(Boolean).join(" ")),
    [{ snapshot: async () => ({ entries, damaged: [] }) }],
  );
});
const accepted = (channel: string) => watch.listen("info", "quote.delivered", { channel, class: "accepted" });
const failed = (channel: string) =>
  watch.listen("warn", "quote.attempt_failed", { channel, class: "unreachable" });

it("a channel that has accepted nothing for a day, though requests were tried, is told once a day, and when it accepts", () => {
  for (; passed < DAY; passed += 60 * MINUTE) {
    failed("forward");
    accepted("mail");
  }
  expect(said).toEqual([]);
  for (let times = 0; times < 2; times++) failed("forward");
  expect(said).toEqual(["channel.stuck forward"]);
  passed += DAY;
  failed("forward");
  accepted("forward");
  // A day without visitors is no trouble.
  passed += DAY;
  failed("forward");
  expect(said.slice(1)).toEqual(["channel.stuck forward", "problem.over channel.stuck forward"]);
});

it("what could not be stored is over once its channel accepts, and no request waits for it with that error", async () => {
  watch.listen("error", "quote.attempt_failed", { channel: "forward", class: "needs-activation" });
  await watch.review();
  accepted("forward");
  const tries = { forward: { count: 1, at: "2026-05-01T12:00:00.000Z", class: "needs-activation" } };
  entries = [{ ...sampleQuote(), tries, seenAt: 0 }];
  await watch.review();
  expect(said).toEqual([]);
  const later = { forward: { ...tries.forward, class: "unreachable" } };
  entries = [{}, { tries: later }].map((more) => ({ ...sampleQuote(), ...more, seenAt: 0 }));
  for (let times = 0; times < 2; times++) await watch.review();
  expect(said).toEqual(["problem.over quote.attempt_failed forward"]);
});
