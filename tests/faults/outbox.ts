import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Typed } from "./visitor";

/** The requests that lie in an outbox outside of tmp/, and the files there that are no whole request. */
export async function readOutbox(dir: string): Promise<{ kept: Typed[]; broken: string[] }> {
  const kept: Typed[] = [];
  const broken: string[] = [];
  for (const folder of ["new", "dead", "suspect"]) {
    for (const name of await readdir(join(dir, folder)).catch(() => [])) {
      // One that is gone was accepted meanwhile.
      const text = await readFile(join(dir, folder, name), "utf8").catch(() => undefined);
      if (text === undefined || name.startsWith("probe-")) continue;
      try {
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
