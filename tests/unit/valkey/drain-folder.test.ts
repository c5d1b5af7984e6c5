import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeInFlight } from "~/quote/delivery/in-flight.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Copies } from "~/quote/valkey/copies.server";
import { makeDrainFolder } from "~/quote/valkey/drain-folder.server";
import type { ValkeyOutbox } from "~/quote/valkey/valkey-outbox.server";
import { makeWriteErrors } from "~/quote/valkey/write-errors.server";
import { sampleRequest } from "../submit/sample-request";

let dir: string;
let lines: { event: string; facts: Record<string, unknown> }[];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "outbox-"));
  lines = [];
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const now = () => new Date();
const log = (_: string, event: string, facts: Record<string, unknown> = {}) => lines.push({ event, facts });
const one = sampleRequest("quote");
const other = sampleRequest("contact");

function setUp(folder = openOutbox(dir), store = vi.fn(async (_: StoredRequest) => {})) {
  const onValkey = { store, read: async () => undefined } as unknown as ValkeyOutbox;
  const copies = { keep: async () => {} } as unknown as Copies;
  const writeErrors = makeWriteErrors(log, "");
  const inFlight = makeInFlight(now);
  const drainFolder = makeDrainFolder({ folder, onValkey, copies, inFlight, writeErrors, log });
  return { folder, store, writeErrors, drainFolder };
}

it("moves each once from a folder that has become read-only, and says so once", async () => {
  const readOnly = () => Promise.reject(Object.assign(new Error(), { code: "EROFS" }));
  const { folder, store, drainFolder } = setUp({ ...openOutbox(dir), remove: readOnly });
  await folder.store(one);
  await folder.store(other);
  for (let i = 0; i < 3; i++) expect(await drainFolder()).toBe(true);
  expect(store.mock.calls.map(([{ id }]) => id).sort()).toEqual([one.id, other.id].sort());
  const unwritable = { event: "outbox.unwritable", facts: { code: "EROFS" } };
  expect(lines).toMatchObject([unwritable, unwritable, { event: "outbox.moved", facts: { moved: 2 } }]);
});

it("moves what the visitor sent again, though an earlier file of it could not be removed", async () => {
  const own = openOutbox(dir);
  const remove = vi.fn(() => Promise.reject(Object.assign(new Error(), { code: "EROFS" })));
  const { store, drainFolder } = setUp({ ...own, remove });
  await own.store(one);
  await drainFolder();
  await own.store({ ...one, receivedAt: "2026-05-02T12:00:00.000Z" });
  await drainFolder();
  expect(store).toHaveBeenCalledTimes(2);
});

it("goes on with the others where Valkey does not take one", async () => {
  const store = vi.fn(async ({ id }: StoredRequest) => {
    if (id === one.id) throw Object.assign(new Error("OOM command not allowed"), { name: "ReplyError" });
  });
  const { folder, writeErrors, drainFolder } = setUp(undefined, store);
  await folder.store(one);
  await folder.store(other);
  expect(await drainFolder()).toBe(false);
  expect((await folder.index()).entries.map(({ id }) => id)).toEqual([one.id]);
  expect(writeErrors.isRefused()).toBe(true);
});
