import { execFileSync } from "node:child_process";
import { mkdir, readFile, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onStage } from "../case";
import { namesIn } from "../outbox";
import type { Stage } from "../stage";
import { visit } from "../visitor";

const RESIDENT_MB = 300;
/** A page that hangs takes longer than a page on a busy machine. */
const PAGE_MS = 4_000;
const OLD = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);

/** What may lie in `new/` under the name of a request, and is none. */
const ODD: ((path: string) => unknown)[] = [
  (path) => execFileSync("mkfifo", [path]),
  (path) => symlink("/dev/zero", path),
  (path) => symlink("/nowhere/at/all", path),
  (path) => symlink("../key", path),
  (path) => mkdir(path),
  (path) => writeFile(path, ""),
  (path) => writeFile(path, "x".repeat(2 * 1024 ** 2)),
  async (path) => {
    await writeFile(path, "{");
    await truncate(path, 1024 ** 3);
  },
];

/** Puts each of them there, and a pipe where the site clears up. @returns their files */
async function putOddities({ dir }: Stage, first: number): Promise<string[]> {
  const files = ODD.map((_, at) => `${String(first + at).padStart(32, "0")}.json`);
  for (const [at, file] of files.entries()) await ODD[at]?.(join(dir, "new", file));
  for (const folder of ["tmp", "dead"]) {
    const pipe = join(dir, folder, files[0] ?? "");
    execFileSync("mkfifo", [pipe]);
    await utimes(pipe, OLD, OLD);
  }
  return files;
}

/**
 * With all of these there, at the start and put there while it runs: what waits is sent, visitors and pages are answered,
 * and one condition names each.
 */
export const ODDITIES = onStage("outbox full of strange files", {}, async (stage) => {
  const { expect } = stage;
  await stage.keep(3);
  const files = await putOddities(stage, 0);
  const site = await stage.start();
  const endWatch = stage.watch(PAGE_MS);
  await stage.atOnce(3);
  await stage.allArrive(12_000);
  files.push(...(await putOddities(stage, 100)));
  await stage.keep(3);
  await stage.atOnce(3);
  await stage.allArrive(40_000);
  const ready = await visit(`${site.url}/readyz`);
  expect(ready.status > 0 && ready.ms <= PAGE_MS, "/readyz is not answered");
  await sleep(2_000);
  const { conditions } = JSON.parse(await readFile(join(stage.dir, "health.json"), "utf8"));
  const named = conditions.find(({ id }: { id: string }) => id === "requests.damaged")?.each ?? [];
  const unnamed = files.filter((file) => !named.includes(file)).length;
  expect(unnamed === 0, `${unnamed} of them are not named`);
  const lines = site.began("requests.damaged").length;
  expect(lines === 1, `${lines} log lines about them`);
  await endWatch();
  const peak = await site.memory("VmHWM");
  expect(peak <= RESIDENT_MB, `${peak} MiB resident`);
  const odd = (await namesIn(stage.dir, "dead")).map((file) => `dead/${file}`);
  await stage.judge({ odd: [...odd, ...files.map((file) => `new/${file}`)] });
  stage.dir = join(stage.dir, "judged");
});
