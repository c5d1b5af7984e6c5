import { writeFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { moveIn } from "~/quote/outbox/postgres/move-in.server";
import { sampleQuote } from "../intake/sample-quote";
import { dir, eventsNamed, failing, freshFolder, log, names, path } from "./folder";

vi.mock("node:timers/promises", () => ({ setTimeout: () => new Promise(setImmediate) }));
freshFolder();

/** Two that wait are moved; the ids that were inserted, in order. */
async function move(parts: Partial<ReturnType<typeof openFolder>> = {}) {
  const folder = openFolder(dir);
  for (const form of ["quote", "contact"] as const) await folder.update(sampleQuote(form));
  const inserted: unknown[] = [];
  const write = async (_: string, values: readonly unknown[] = []) => {
    inserted.push(values[0]);
    return [];
  };
  const folderLock = { acquire: async () => true, release: async () => {} };
  const deps = { write, folder: { ...folder, ...parts }, folderLock, firstAttemptMs: 0, log };
  const done = moveIn(deps as never);
  return { inserted, done };
}

it("move: all are inserted once, and why they stay is logged once, while they cannot be deleted", async () => {
  let isBroken = true;
  const { remove } = openFolder(dir);
  const refuse = vi.fn(failing("EROFS"));
  const { inserted, done } = await move({ remove: (...args) => (isBroken ? refuse() : remove(...args)) });
  await vi.waitFor(() => expect(refuse.mock.calls.length).toBeGreaterThan(4));
  expect(eventsNamed("outbox.unwritable")).toMatchObject([["error", "outbox.unwritable", { code: "EROFS" }]]);
  isBroken = false;
  await done;
  expect(inserted).toHaveLength(2);
  expect(await names("new")).toEqual([]);
  expect(eventsNamed("outbox.moved")).toMatchObject([["info", "outbox.moved", { count: 2 }]]);
});

it("move: a file that is no request stays, and the log says so", async () => {
  await openFolder(dir).probe();
  await writeFile(path("new", "x.json"), "{");
  const { done } = await move();
  await done;
  expect(await names("new")).toEqual(["x.json"]);
  expect(eventsNamed("outbox.unreadable")).toMatchObject([["error", "outbox.unreadable", { count: 1 }]]);
});
