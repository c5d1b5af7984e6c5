import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { Log } from "~/log/log.server";
import type { Status, StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { watchFrom } from "./watched-disk";

/** In memory where it can be: a disk that others use may need the three seconds that an operation has. */
const PARENT = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A folder for an outbox, which is not there yet. */
export let dir: string;
/** What was logged: level, event, facts. */
export let logLines: unknown[][];
export let log: Log;

/** A new one for each test of the file that calls this. */
export function freshFolder() {
  beforeEach(async () => {
    dir = join(await mkdtemp(join(PARENT, "outbox-")), "not", "there", "yet");
    // What ends after its test is over is no line of the next one.
    const lines: unknown[][] = [];
    logLines = lines;
    log = (...line) => void lines.push(line);
    watchFrom(dir);
  });
  // Something that a test did not wait for may still write.
  afterEach(() => rm(join(dir, "../../.."), { recursive: true, force: true, maxRetries: 5 }));
}

export const path = (...parts: string[]) => join(dir, ...parts);
/** The names in a folder of the outbox. */
export const names = async (...folder: string[]) => (await readdir(path(...folder)).catch(() => [])).sort();
/** The quotes of a status, as they lie on the disk. */
export const filesIn = async (status: Status): Promise<StoredQuote[]> =>
  Promise.all(
    (await names(status)).map(async (name) => JSON.parse(await readFile(path(status, name), "utf8"))),
  );
export const eventsNamed = (event: string) => logLines.filter(([, name]) => name === event);
export const coded = (code: string) => Object.assign(new Error(code), { code });
export const failing = (code: string) => () => Promise.reject(coded(code));
