import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Log } from "~/config/log.server";
import type { Proof } from "~/monitoring/prove.server";
import { runProver } from "~/monitoring/prover.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { makeFolderTurn } from "~/quote/outbox/folder-turn.server";
import { makeLeaderLock } from "~/quote/outbox/leader-lock.server";
import { DAY, inMs } from "../submit/sample-request";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "turn-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function openTurn() {
  const outbox = openOutbox(dir);
  const lock = makeLeaderLock(dir, outbox.probe, () => {});
  return { ...makeFolderTurn("proof", outbox, lock), end: lock.release };
}
const noteDue = (text: string) => writeFileSync(join(dir, "proof"), text);
const dueInDays = () => (Date.parse(readFileSync(join(dir, "proof"), "utf8").trim()) - Date.now()) / DAY;

it("a turn is taken once, by one of two processes, and not again after a restart", async () => {
  const [one, two] = [openTurn(), openTurn()];
  expect(await one.take(DAY)).toBe(true);
  expect([await one.take(DAY), await two.take(DAY)]).toEqual([false, false]);
  await one.end();
  expect(await two.take(DAY)).toBe(false);
  await two.end();
});

it("the process that does not redeliver does not get it, even if it is due", async () => {
  const [one, two] = [openTurn(), openTurn()];
  await one.take(DAY);
  noteDue(inMs(-DAY));
  expect([await two.take(DAY), await one.take(DAY)]).toEqual([false, true]);
  await one.end();
});

it.each([
  ["damaged", "soon"],
  ["from a clock that was years ahead", inMs(1_000 * DAY)],
  ["over", inMs(-1_000)],
])("a due time that is %s does not hold it up", async (_, text) => {
  const turn = openTurn();
  await turn.take(DAY);
  noteDue(text);
  expect(await turn.take(DAY)).toBe(true);
  await turn.end();
});

it("an outbox that is gone makes no proof: it would be made over and over", async () => {
  const turn = openTurn();
  await turn.take(DAY);
  rmSync(dir, { recursive: true });
  await expect(turn.take(DAY)).rejects.toMatchObject({ code: "ENOKEY" });
});

it.each([
  ["arrived", 7],
  ["missing", 1],
  ["spam", 1],
  ["failed", 1],
] as const)("after a proof that %s the next is due in %d days", async (state, days) => {
  const turn = openTurn();
  const proof: Proof = { state, level: "error", channel: "forward", facts: {} };
  let proofs = 0;
  const prove = async () => {
    proofs++;
    return [proof];
  };
  void runProver({ turn, everyDays: 7, prove, log: () => {} }, { firstMs: 0, everyMs: 20 });
  await vi.waitFor(() => expect(dueInDays()).toBeGreaterThan(days - 0.1));
  await vi.waitFor(() => expect(proofs).toBe(1));
  await sleep(200);
  expect(proofs).toBe(1);
  expect(dueInDays()).toBeLessThanOrEqual(days);
  await turn.end();
});

it("a proof that breaks is a fault in the log, and does not end the site", async () => {
  const turn = { begin: async () => {}, take: async () => true, postpone: async () => {} };
  const lines: unknown[] = [];
  const prove = () => Promise.reject(new TypeError("Renée"));
  const log: Log = (...line) => lines.push(line);
  void runProver({ turn, everyDays: 7, prove, log }, { firstMs: 0, everyMs: 20 });
  const fault = ["error", "site.fault", { code: "TypeError" }];
  await vi.waitFor(() => expect(lines.slice(0, 2)).toEqual([fault, fault]));
});
