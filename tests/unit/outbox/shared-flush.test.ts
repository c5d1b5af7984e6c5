import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { disk } from "~/quote/outbox/disk.server";
import { makeFolders } from "~/quote/outbox/durable-files.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { makeSharedFlush } from "~/quote/outbox/shared-flush.server";
import { sampleRequest } from "../submit/sample-request";
import { steps, watchFrom } from "./watched-disk";

vi.mock("node:fs", async (real) => (await import("./watched-disk")).watchFiles(await real()));
vi.mock("node:fs/promises", async (real) => (await import("./watched-disk")).watchDisk(await real()));

let dir: string;
let flush: ReturnType<typeof makeSharedFlush>;
let letGo = () => {};
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "outbox-"));
  await makeFolders(dir);
  flush = makeSharedFlush(dir);
  watchFrom(dir);
});
afterEach(async () => {
  letGo();
  await rm(dir, { recursive: true, force: true });
});

/** Takes both places at the disk, until `letGo`. */
function occupyDisk(): void {
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  for (let i = 0; i < 2; i++) disk(() => held).catch(() => {});
}

const flushes = () => steps.filter((step) => step.startsWith("flush"));

it("flushes once for those that wait for the disk together, and again for who comes later", async () => {
  occupyDisk();
  const together = [flush("new"), flush("new"), flush("dead")];
  letGo();
  await Promise.all(together);
  expect(flushes().sort()).toEqual(["flush dead", "flush new"]);
  await flush("new");
  await flush("new");
  expect(flushes()).toHaveLength(4);
});

it("never shares a flush that has begun, for it may miss the latest file", async () => {
  await Promise.all([flush("new"), flush("new")]);
  expect(flushes()).toEqual(["flush new", "flush new"]);
});

it("flushes again after a flush that never had its turn", async () => {
  occupyDisk();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const late = flush("new").catch((error) => error);
  vi.advanceTimersByTime(3_000);
  vi.useRealTimers();
  expect(await late).toMatchObject({ code: "ETIMEDOUT" });
  letGo();
  await new Promise(setImmediate);
  await flush("new");
  expect(flushes()).toEqual(["flush new"]);
});

it("flushes the folder of each request after the request has its name", async () => {
  const outbox = openOutbox(dir);
  await outbox.check();
  const stored = Array.from({ length: 6 }, (_, n) => sampleRequest("quote", { phone: `269-555-010${n}` }));
  await Promise.all(
    stored.map(async (request) => {
      await outbox.store(request);
      const named = steps.findIndex((step) => step.endsWith(`new/${request.id}.json`));
      expect(steps.slice(named)).toContain("flush new");
    }),
  );
  expect(flushes().length).toBeLessThan(stored.length);
});
