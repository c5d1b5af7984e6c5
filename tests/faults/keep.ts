import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoredRequest } from "../../app/quote/outbox/stored-request.server";
import { typeSomething } from "./visitor";

const FOLDERS = ["tmp", "new", "sent", "dead"];

/** Nothing of it is new: it came an hour ago and was tried once, while the service was down. */
const AGE_MS = 60 * 60 * 1000;

/** A request as the site keeps one that was put off and is due again. */
export function makeKept(changes: Partial<StoredRequest["request"]> = {}): StoredRequest {
  const receivedAt = new Date(Date.now() - AGE_MS).toISOString();
  return {
    id: randomBytes(16).toString("hex"),
    form: "quote",
    receivedAt,
    request: { ...typeSomething(), ...changes },
    waitingSince: receivedAt,
    tries: { forward: { count: 1, at: receivedAt, class: "unreachable", next: receivedAt } },
  };
}

/** The folders of an outbox, as the site makes them. */
export async function makeFolders(dir: string): Promise<void> {
  for (const folder of FOLDERS) await mkdir(join(dir, folder), { recursive: true, mode: 0o700 });
}

/** Writes a request into `new/` as the site does. */
export const keep = (dir: string, stored: StoredRequest): Promise<void> =>
  writeFile(join(dir, "new", `${stored.id}.json`), `${JSON.stringify(stored, null, 2)}\n`, {
    mode: 0o600,
  });
