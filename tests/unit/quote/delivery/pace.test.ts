import { beforeEach, expect, it, vi } from "vitest";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { MINUTE, sampleQuote } from "../intake/sample-quote";
import { dir, failing, filesIn, logLines } from "../outbox/folder";
import { clock, forward, freshWorker, pass, quotes, setUp } from "./setup";

freshWorker();

/** The pauses of the worker, in milliseconds. They are over immediately; `duringPause` may let the clock pass. */
const pauses: number[] = [];
let duringPause = (_ms: number) => {};
vi.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number) => {
    pauses.push(ms);
    duringPause(ms);
    await new Promise((resolve) => setImmediate(resolve));
  },
}));
beforeEach(() => {
  pauses.length = 0;
  duringPause = () => {};
});

const retryDelaysS = [900, 3_600];

it("worker pace: the pause shrinks from 2 s to an eighth of a second when quotes are accepted", async () => {
  const { outbox, poll } = setUp([forward("accepted")], {}, { retryDelaysS });
  for (const stored of quotes(50)) await outbox.update(stored);
  await poll();
  expect(pauses[0]).toBeGreaterThan(1_800);
  expect(pauses[9]).toBeLessThan(1_100);
  expect(pauses).toEqual([...pauses].sort((a, b) => b - a));
  expect(pauses.at(-1)).toBe(125);
});

it("worker pace: the pause is 2 s when quotes are refused", async () => {
  const { outbox, poll } = setUp([forward("refused")], {}, { retryDelaysS });
  for (const stored of quotes(4)) await outbox.update(stored);
  await poll();
  expect(pauses).toEqual(Array(4).fill(2_000));
});

const minute = () => Math.floor((clock.getTime() - Date.parse("2026-05-01T12:00:00Z")) / MINUTE);

it("worker pace: it polls each half minute, purges and logs a problem each hour when the disk fails", async () => {
  const purged: number[] = [];
  const purge = () => {
    purged.push(minute());
    return failing("EIO")();
  };
  const snapshot = () => (minute() < 90 ? failing("EIO")() : Promise.resolve({ entries: [], damaged: [] }));
  const { worker } = setUp([], { snapshot, purge }, { retryDelaysS });
  duringPause = (ms) => {
    pass(ms);
    if (minute() >= 150) void worker.stop();
  };
  await worker.run();
  expect(pauses).toEqual(Array(300).fill(30_000));
  expect(purged).toEqual([0, 60, 120]);
  const unreadable = ["error", "outbox.unreadable", { code: "EIO" }];
  const unwritable = [
    "error",
    "outbox.unwritable",
    { code: "EIO", advice: expect.stringContaining("older than KEEP") },
  ];
  expect(logLines).toMatchObject([unreadable, unwritable, unreadable, unwritable, unwritable]);
});

it("worker pace: an accepted quote that stays is logged once and leaves when the disk is repaired", async () => {
  const { markSent } = openFolder(dir);
  let isBroken = true;
  const breaking: typeof markSent = (quote) => (isBroken ? failing("EROFS")() : markSent(quote));
  const probe = () => breaking(sampleQuote());
  const channel = forward("accepted");
  const { outbox, worker } = setUp([channel], { markSent: breaking, probe }, { retryDelaysS });
  await outbox.update(sampleQuote());
  pass(MINUTE);
  let polls = 0;
  duringPause = () => {
    isBroken = ++polls < 20;
    if (polls === 30) void worker.stop();
  };
  await worker.run();
  const advice = expect.stringContaining("outbox forget");
  const unwritable = ["error", "outbox.unwritable", { id: sampleQuote().id, code: "EROFS", advice }];
  const problems = logLines.filter(([, event]) => /outbox|partial/.test(String(event)));
  expect(problems).toMatchObject([unwritable]);
  expect(await filesIn("new")).toEqual([]);
  expect(channel.sent).toHaveLength(1);
});
