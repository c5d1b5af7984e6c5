import { afterEach, expect, it, vi } from "vitest";
import { makeWriteErrors } from "~/quote/valkey/write-errors.server";

afterEach(() => vi.restoreAllMocks());

const error = (message: string, more: object = {}) => Object.assign(new Error(message), more);

it("says what Valkey refuses once an hour, and nothing of what it was given", () => {
  const lines: unknown[] = [];
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const log = (level: string, event: string, facts = {}) => lines.push([level, event, facts]);
  const writeErrors = makeWriteErrors(log, "Look.");
  const full = error("OOM command not allowed when used memory > 'maxmemory'.", {
    name: "ReplyError",
    command: { name: "set", args: ["renee@example.com"] },
  });
  writeErrors.note(full);
  writeErrors.note(full);
  expect(lines).toEqual([["error", "valkey.unwritable", { code: "OOM", advice: "Look." }]]);
  expect(writeErrors.isRefused()).toBe(true);
  writeErrors.clear();
  expect(writeErrors.isRefused()).toBe(false);
  clock.mockReturnValue(60 * 60 * 1000);
  writeErrors.note(full);
  expect(lines.slice(1)).toMatchObject([
    ["info", "problem.over", { problem: "valkey.unwritable" }],
    ["error", "valkey.unwritable", {}],
  ]);
});

it("leaves the connection's errors to valkey.away, and logs an error of another kind", () => {
  const lines: unknown[] = [];
  const writeErrors = makeWriteErrors((level, event, facts) => lines.push([level, event, facts]), "Look.");
  for (const code of ["EAWAY", "ECONNREFUSED", "ECONNRESET"]) writeErrors.note(error("gone", { code }));
  writeErrors.note(error("Connection is closed."));
  expect([lines, writeErrors.isRefused()]).toEqual([[], false]);
  writeErrors.note(new TypeError("x is not a function"));
  expect(lines).toEqual([["error", "site.fault", { code: "TypeError" }]]);
});
