import { randomBytes } from "node:crypto";
import { lstat, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoredQuote } from "../../app/quote/lifecycle/stored-quote.server";
import { type Typed, typeSomething } from "./visitor";

const LONGEST = 1024 * 1024;
/** Nothing of what is kept is new: it came an hour ago and was tried once, while the service was down. */
const AGE_MS = 60 * 60 * 1000;

/** What lies in a folder of an outbox but the site's own test files; nothing where there is no such folder. */
export const namesIn = async (dir: string, folder: string) =>
  (await readdir(join(dir, folder)).catch(() => [])).filter((name) => !name.startsWith("probe-"));

/** The requests that lie in an outbox outside of tmp/ and sent/, and the files there that are no whole request. */
export async function readOutbox(dir: string): Promise<{ kept: Typed[]; broken: string[] }> {
  const kept: Typed[] = [];
  const broken: string[] = [];
  for (const folder of ["new", "dead"]) {
    for (const name of await namesIn(dir, folder)) {
      const file = join(dir, folder, name);
      try {
        const status = await lstat(file);
        if (!status.isFile() || status.size > LONGEST) throw new Error("no file of a request");
        const { id, request } = JSON.parse(await readFile(file, "utf8"));
        if (`${id}.json` !== name) throw new Error("another name");
        kept.push(request);
      } catch (error) {
        // One that is gone was accepted meanwhile.
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") broken.push(`${folder}/${name}`);
      }
    }
  }
  return { kept, broken };
}

/** A request as the site keeps one that was put off and is due again. */
export function makeKept(typed: Partial<Typed> = {}): StoredQuote & { request: Typed } {
  const receivedAt = new Date(Date.now() - AGE_MS).toISOString();
  return {
    id: randomBytes(16).toString("hex"),
    form: "quote",
    receivedAt,
    request: { ...typeSomething(), ...typed },
    waitingSince: receivedAt,
    tries: { forward: { count: 1, at: receivedAt, class: "unreachable", next: receivedAt } },
  };
}

/** Writes requests into `new/` as the site does; makes the folders of the outbox where there are none. */
export async function keep(dir: string, all: StoredQuote[]): Promise<void> {
  for (const folder of ["tmp", "new", "sent", "dead"])
    await mkdir(join(dir, folder), { recursive: true, mode: 0o700 });
  for (const stored of all)
    await writeFile(join(dir, "new", `${stored.id}.json`), `${JSON.stringify(stored, null, 2)}\n`, {
      mode: 0o600,
    });
}
