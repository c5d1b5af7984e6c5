import { execFileSync } from "node:child_process";
import { mkdir, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { randomFrom } from "../../hostile/random";
import { makeKept } from "../outbox";
import { onStage } from "../stage";
import { within } from "../until";
import { visit } from "../visitor";

const RESIDENT_MB = 300;
/** A page that hangs takes longer than a page on a busy machine. */
const PAGE_MS = 4_000;
const ID = randomFrom("odd").hex(32);
const FILE = `${ID}.json`;
const OLD = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);

type Put = (path: string) => unknown;

const pipe: Put = (path) => execFileSync("mkfifo", [path]);
const folder: Put = (path) => mkdir(path);
const write =
  (text: string): Put =>
  (path) =>
    writeFile(path, text);
const linkTo =
  (target: string): Put =>
  (path) =>
    symlink(target, path);

const stored = (additionalNotes: string) => JSON.stringify({ ...makeKept({ additionalNotes }), id: ID });

/**
 * What may lie in an outbox and is none of its own: where, and how it is put there. In `new/` it has the name of a
 * request; `key` and `redelivery.sock`, the lock, are the site's own names.
 */
const ODD: Record<string, [path: string, put: Put]> = {
  "pipe in new": [`new/${FILE}`, pipe],
  "link to /dev/zero in new": [`new/${FILE}`, linkTo("/dev/zero")],
  "link to a request elsewhere in new": [
    `new/${FILE}`,
    async (path) => {
      await writeFile(join(path, "../../elsewhere.json"), stored(""));
      await symlink("../elsewhere.json", path);
    },
  ],
  "link to nothing in new": [`new/${FILE}`, linkTo("/nowhere/at/all")],
  "folder in new": [`new/${FILE}`, folder],
  "sparse file of 1 GB in new": [
    `new/${FILE}`,
    async (path) => {
      await writeFile(path, "{");
      await truncate(path, 1024 ** 3);
    },
  ],
  "file of 2 MiB in new": [`new/${FILE}`, write(stored("x".repeat(2 * 1024 ** 2)))],
  "empty file in new": [`new/${FILE}`, write("")],
  "a folder in place of the lock": [
    "redelivery.sock",
    (path) => mkdir(join(path, "in"), { recursive: true }),
  ],
  "a file in place of the lock": ["redelivery.sock", write("1")],
  "a pipe in place of the lock": ["redelivery.sock", pipe],
  "a key that is none": ["key", write("not a key")],
  "an empty key": ["key", write("")],
  "a pipe in place of the key": ["key", pipe],
  "a folder in place of the key": ["key", folder],
  "a pipe in tmp, old": [
    `tmp/${FILE}`,
    async (path) => {
      pipe(path);
      await utimes(path, OLD, OLD);
    },
  ],
  "a pipe in dead": [`dead/${FILE}`, pipe],
};

/**
 * With the oddity there, before the start or put there while it runs: three requests that wait are sent, visitors and
 * pages are answered, and the log says one line about it.
 */
const outboxWith = (name: string, path: string, put: Put, isLater: boolean) =>
  onStage(`outbox with ${name}${isLater ? ", later" : ""}`, async (stage) => {
    const { expect } = stage;
    await stage.keep(3);
    if (!isLater) await put(join(stage.dir, path));
    const site = await within(stage.start(), 12_000);
    if (site === "late") throw new Error("it does not start within 12 s");
    const endWatch = stage.watch(PAGE_MS);
    if (isLater) {
      await sleep(500);
      await put(join(stage.dir, path));
    }
    await stage.atOnce(3);
    await stage.allArrive(12_000);
    const ready = await visit(`${site.url}/readyz`);
    expect(ready.status > 0 && ready.ms <= PAGE_MS, "/readyz is not answered");
    await sleep(2_000);
    const about = site.events().filter((line) => line.file === FILE).length;
    if (path.startsWith("new/")) expect(about === 1, `${about} log lines about it`);
    stage.troubles();
    await endWatch();
    const peak = await site.memory("VmHWM");
    expect(peak <= RESIDENT_MB, `${peak} MiB resident`);
    await stage.judge({ odd: [path] });
    // It is judged; the site may have swept it away.
    await rm(join(stage.dir, path), { recursive: true, force: true });
  });

export const ODDITIES = Object.entries(ODD).flatMap(([name, [path, put]]) =>
  (path.startsWith("new/") ? [false, true] : [false]).map((isLater) => outboxWith(name, path, put, isLater)),
);
