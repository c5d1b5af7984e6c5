import { expect, it } from "vitest";
import { makeInFlight } from "~/quote/delivery/in-flight.server";
import { MINUTE } from "../intake/sample-quote";

const setUp = () => {
  const time = { ms: Date.UTC(2026, 4, 1) };
  return { time, ...makeInFlight(() => new Date(time.ms)) };
};

it.each([
  [true, "it was accepted less than an hour ago", true, 59],
  [false, "it was accepted more than an hour ago", true, 61],
  [false, "the clock was set back by more than an hour", true, -61],
  [false, "its last attempt was not accepted", false, 1],
])("in flight: repeat is %s when %s", (isRepeat, _, isAccepted, minutes) => {
  const inFlight = setUp();
  inFlight.remember("other", true);
  inFlight.remember("one", true);
  inFlight.remember("one", isAccepted);
  inFlight.time.ms += minutes * MINUTE;
  expect(inFlight.isRepeat("one")).toBe(isRepeat);
});

it("in flight: a second delivery is refused when the first is not done, though its outcome is known", async () => {
  const { runExclusive, flightOf } = setUp();
  let end = () => {};
  const flight = runExclusive("one", async (respond) => {
    respond({ kind: "sent" });
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  expect(await flight.outcome).toEqual({ kind: "sent" });
  expect(flightOf("one")).toBeDefined();
  expect(() => runExclusive("one", async () => {})).toThrow();
  end();
  await flight.done;
  expect(flightOf("one")).toBeUndefined();
});
