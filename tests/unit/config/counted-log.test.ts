import { expect, it, onTestFinished, vi } from "vitest";
import { countedLog } from "~/log/counted-log.server";

it("counted log: the first event comes at once, and the rest as one line each hour until none came", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: unknown[] = [];
  const { log } = countedLog((_, __, { times }) => void lines.push(times));
  const linesAfter = (events: number, hours: number) => {
    for (let n = 0; n < events; n++) log("warn", "quote.limited", {}, "key");
    vi.advanceTimersByTime(hours * 60 * 60_000);
    return lines.splice(0);
  };
  expect([linesAfter(3, 0), linesAfter(0, 1), linesAfter(1, 1)]).toEqual([[undefined], [2], [1]]);
  expect([linesAfter(0, 2), vi.getTimerCount(), linesAfter(1, 0)]).toEqual([[], 0, [undefined]]);
});
