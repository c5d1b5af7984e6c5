import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { Log } from "~/log/log.server";
import { watchFrom } from "./watched-disk";

/** A folder for an outbox, which is not there yet. */
export let dir: string;
/** What was logged, as the log takes it. */
export let said: unknown[];
export const log: Log = (...line) => said.push(line);

/** A new one for each test of the file that calls this. */
export function freshFolder() {
  beforeEach(async () => {
    dir = join(await mkdtemp(join(tmpdir(), "outbox-")), "not", "there", "yet");
    said = [];
    watchFrom(dir);
  });
  afterEach(() => rm(join(dir, "../../.."), { recursive: true, force: true }));
}

export const at = (...path: string[]) => join(dir, ...path);
/** The names in a folder of the outbox. */
export const names = async (...folder: string[]) => (await readdir(at(...folder))).sort();
export const coded = (code: string) => Object.assign(new Error(code), { code });
