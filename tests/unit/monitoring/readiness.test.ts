import { afterEach, expect, it, vi } from "vitest";
import { makeReadiness } from "~/monitoring/checks/readiness.server";

afterEach(() => void vi.useRealTimers());

it("one test write serves all who ask within five seconds, so nobody can make the disk busy", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const probe = vi.fn<() => Promise<void>>().mockResolvedValueOnce().mockRejectedValueOnce(new Error("full"));
  const isReady = makeReadiness([{ probe }]);
  expect(await Promise.all([isReady(), isReady()])).toEqual([true, true]);
  vi.advanceTimersByTime(4_999);
  expect(await isReady()).toBe(true);
  expect(probe).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(await isReady()).toBe(false);
});
