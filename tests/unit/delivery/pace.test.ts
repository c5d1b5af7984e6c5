import { beforeEach, describe, expect, it, vi } from "vitest";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { MINUTE, sampleQuote } from "../intake/sample-quote";
import { dir, failing, filesIn, said, told } from "../outbox/folder";
import { clock, forward, freshWorker, pass, requests, setUp } from "./setup";

freshWorker();

/** The pauses of the redelivery, in milliseconds. They are over at once; `duringPause` may let the clock pass. */
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

describe("between two requests there is a pause", () => {
  it("of 2 seconds at first, which each accepted one shortens, to an eighth of a second", async () => {
    const { outbox, look } = setUp([forward("accepted")], {}, { retryDelaysS });
    for (const stored of requests(50)) await outbox.update(stored);
    await look();
    expect(pauses[0]).toBeGreaterThan(1_800);
    expect(pauses[9]).toBeLessThan(1_100);
    expect(pauses).toEqual([...pauses].sort((a, b) => b - a));
    expect(pauses.at(-1)).toBe(125);
  });

  it("of 2 seconds after a refused one", async () => {
    const { outbox, look } = setUp([forward("refused")], {}, { retryDelaysS });
    for (const stored of requests(4)) await outbox.update(stored);
    await look();
    expect(pauses).toEqual(Array(4).fill(2_000));
  });
});

const minute = () => Math.floor((clock.getTime() - Date.parse("2026-05-01T12:00:00Z")) / MINUTE);

it("the site looks each half minute and sweeps each hour, also after a sweep that failed; what it cannot read it says each hour, and when it is over", async () => {
  const swept: number[] = [];
  const sweep = () => {
    swept.push(minute());
    return failing("EIO")();
  };
  const index = () => (minute() < 90 ? failing("EIO")() : Promise.resolve({ entries: [], damaged: [] }));
  const { worker } = setUp([], { snapshot: index, purge: sweep }, { retryDelaysS });
  duringPause = (ms) => {
    pass(ms);
    if (minute() >= 150) void worker.stop();
  };
  await worker.run();
  expect(pauses).toEqual(Array(300).fill(30_000));
  expect(swept).toEqual([0, 60, 120]);
  const unreadable = ["error", "outbox.unreadable", { code: "EIO" }];
  expect(said).toMatchObject([unreadable, unreadable]);
});

it("an accepted request: leaves when the disk lets it go, and the log says once that it did not", async () => {
  const { markSent: accept } = openFolder(dir);
  let isBroken = true;
  const breaking: typeof accept = (request) => (isBroken ? failing("EROFS")() : accept(request));
  const probe = () => breaking(sampleQuote());
  const { outbox, worker } = setUp([forward("accepted")], { markSent: breaking, probe }, { retryDelaysS });
  await outbox.update(sampleQuote());
  pass(MINUTE);
  let polls = 0;
  duringPause = () => {
    isBroken = told("outbox.unwritable").length === 0;
    if (++polls === 10) void worker.stop();
  };
  await worker.run();
  expect(told("outbox.unwritable")).toMatchObject([["error", "outbox.unwritable", { code: "EROFS" }]]);
  expect(await filesIn("new")).toEqual([]);
});
