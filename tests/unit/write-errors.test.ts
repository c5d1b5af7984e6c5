import { expect, it } from "vitest";
import { makeRefusals } from "~/quote/valkey/write-errors.server";

const fault = (message: string, more: object = {}) => Object.assign(new Error(message), more);

it("says what Valkey refuses once an hour, and nothing of what it was given", () => {
  const lines: unknown[] = [];
  let clock = 0;
  const log = (level: string, event: string, facts = {}) => lines.push([level, event, facts]);
  const refusals = makeRefusals(log, () => new Date(clock), "Look.");
  const full = fault("OOM command not allowed when used memory > 'maxmemory'.", {
    name: "ReplyError",
    command: { name: "set", args: ["renee@example.com"] },
  });
  refusals.note(full);
  refusals.note(full);
  expect(lines).toEqual([["error", "queue.unwritable", { fault: "OOM", advice: "Look." }]]);
  expect(refusals.isRefused()).toBe(true);
  refusals.over();
  expect(refusals.isRefused()).toBe(false);
  clock = 60 * 60 * 1000;
  refusals.note(full);
  expect(lines).toHaveLength(2);
});

it("leaves the connection's faults to valkey.away, and tells a fault of another kind", () => {
  const lines: unknown[] = [];
  const refusals = makeRefusals(
    (level, event, facts) => lines.push([level, event, facts]),
    () => new Date(),
    "Look.",
  );
  for (const code of ["EAWAY", "ECONNREFUSED", "ECONNRESET"]) refusals.note(fault("gone", { code }));
  refusals.note(fault("Connection is closed."));
  // A job that is gone: `valkey.forgot` tells of it.
  for (const code of [-1, -2]) refusals.note(fault("Missing key for job 0123. updateData", { code }));
  refusals.note(fault("could not renew lock for job 0123"));
  expect([lines, refusals.isRefused()]).toEqual([[], false]);
  refusals.note(fault("Job 0123 is not in the active state. updateData", { code: -3 }));
  expect(lines).toEqual([["error", "site.fault", { fault: "-3" }]]);
});
