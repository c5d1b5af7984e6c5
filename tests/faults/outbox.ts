import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Typed } from "./visitor";

const LONGEST = 1024 * 1024;

/** The requests that lie in an outbox outside of tmp/ and sent/, and the files there that are no whole request. */
export async function readOutbox(dir: string): Promise<{ kept: Typed[]; broken: string[] }> {
  const kept: Typed[] = [];
  const broken: string[] = [];
  for (const folder of ["new", "dead"]) {
    for (const name of await readdir(join(dir, folder)).catch(() => [])) {
      if (name.startsWith("probe-")) continue;
      const file = join(dir, folder, name);
      // One that is gone was accepted meanwhile.
      const status = await lstat(file).catch(() => undefined);
      if (!status) continue;
      try {
        if (!status.isFile() || status.size > LONGEST) throw new Error("no file of a request");
        const text = await readFile(file, "utf8").catch(() => undefined);
        if (text === undefined) continue;
        const { id, request } = JSON.parse(text);
        if (`${id}.json` !== name) throw new Error("another name");
        kept.push(request);
      } catch {
        broken.push(`${folder}/${name}`);
      }
    }
  }
  return { kept, broken };
}

export const sameRequest = (one: Typed, other: Typed) => JSON.stringify(one) === JSON.stringify(other);
