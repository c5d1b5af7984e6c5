import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type FolderOutbox, openOutbox } from "~/quote/outbox/folder-outbox.server";
import { sampleRequest } from "../submit/sample-request";

/** Two outboxes on one folder, as two processes have them. */

let dir: string;
let outbox: FolderOutbox;
let other: FolderOutbox;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "outbox-"));
  [outbox, other] = [openOutbox(dir), openOutbox(dir)];
});
afterEach(() => rm(dir, { recursive: true, force: true }));
const nothing = { waiting: 0, partial: 0, damaged: 0, oldest: undefined, dead: 0 };

it("what one stores the other reads whole, and what one removes is gone for both", async () => {
  const stored = sampleRequest();
  await outbox.store(stored);
  expect(await other.read(stored.id)).toEqual(stored);
  expect(await other.counts()).toEqual({ ...nothing, waiting: 1, oldest: stored.receivedAt });
  await outbox.remove(stored.id);
  await other.remove(stored.id);
  expect(await other.read(stored.id)).toBeUndefined();
  expect(await outbox.counts()).toEqual(nothing);
});

it("of an id that both store at once there is one, and then the last", async () => {
  const stored = sampleRequest();
  await Promise.all([outbox.store(stored), other.store(stored)]);
  const tries = { forward: { count: 1, at: "2026-05-01T12:00:01.000Z", class: "throttled" } };
  await outbox.store({ ...stored, tries });
  expect(await other.read(stored.id)).toEqual({ ...stored, tries });
  expect(await other.counts()).toMatchObject({ waiting: 1 });
});

it("both count apart what one channel has accepted: the owner has it", async () => {
  const stored = sampleRequest();
  const forward = { count: 1, at: "2026-05-01T12:00:01.000Z", class: "accepted", accepted: true as const };
  await outbox.store({ ...stored, tries: { forward } });
  expect(await other.counts()).toEqual({ ...nothing, partial: 1 });
  // The visitor sends the same once more: it waits as a new one does.
  await outbox.store(stored);
  expect(await other.counts()).toEqual({ ...nothing, waiting: 1, oldest: stored.receivedAt });
});

it("what both say was accepted is kept once, with the note of who took it, until it is stored again", async () => {
  const stored = sampleRequest();
  const sent = { at: "2026-05-01T12:00:02.000Z", channel: "forward", class: "presumed-accepted" };
  await outbox.store(stored);
  await outbox.accept({ ...stored, sent });
  await other.accept({ ...stored, sent });
  expect(await other.counts()).toEqual(nothing);
  expect(JSON.parse((await other.text("sent", stored.id)) ?? "")).toEqual({ ...stored, sent });
  await outbox.store(stored);
  expect(await other.counts()).toMatchObject({ waiting: 1 });
});
