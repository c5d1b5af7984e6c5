import { join } from "node:path";
import { errorCode } from "~/config/error-code";
import { hourlyLog } from "~/config/hourly-log.server";
import type { Log } from "~/config/log.server";
import { disk } from "~/quote/outbox/disk.server";
import { listFiles, put, readIfThere, removeFile } from "~/quote/outbox/durable-files.server";
import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";
import { parseStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";
import type { ValkeyOutbox } from "~/quote/valkey/valkey-outbox.server";

/** How many copies are compared with Valkey in one call. */
const BATCH = 500;

const KINDS = ["new"] as const;
type Kind = (typeof KINDS)[number];

export type Copies = ReturnType<typeof makeCopies>;

/**
 * Keeps copies of what waits in Valkey, in the outbox's folder `copies/`: a restart without persistence, a failover or a
 * full Valkey may lose it. A copy is written before the visitor sees success, and deleted once the request is done.
 */
export function makeCopies(
  folder: FolderOutbox,
  onValkey: Pick<ValkeyOutbox, "states" | "restore">,
  log: Log,
) {
  const dir = join(folder.dir, "copies");
  const file = (kind: Kind, id: string) => join(dir, kind, `${id}.json`);
  const hourly = hourlyLog(log);
  const written = new Set<string>();

  /** Keeps a copy. If it fails, Valkey still has the request. */
  async function keep(request: StoredRequest, kind: Kind = "new"): Promise<void> {
    try {
      await folder.check();
      await disk(() => put(dir, kind, `${request.id}.json`, `${JSON.stringify(request, null, 2)}\n`));
      written.add(request.id);
      hourly.clear("valkey.uncopied");
    } catch (error) {
      const code = errorCode(error);
      const advice = `Requests are in Valkey, but ${dir} cannot hold a copy of them: if Valkey forgets them they are lost. Make it writable, or free disk space.`;
      hourly.log("warn", "valkey.uncopied", { code, advice });
    }
  }

  /** Deletes the copy that this process wrote. `compare` finds the others. */
  async function drop(id: string): Promise<void> {
    if (written.has(id)) await remove(id);
  }

  async function remove(id: string): Promise<void> {
    written.delete(id);
    await disk(() => Promise.all(KINDS.map((kind) => removeFile(file(kind, id))))).catch(() => {});
  }

  /** Compares all copies with Valkey: deletes those of requests that are done, puts back what Valkey forgot. */
  async function compare(): Promise<void> {
    let restored = 0;
    for (const kind of KINDS) {
      const names = await disk(() => listFiles(join(dir, kind)));
      for (let at = 0; at < names.length; at += BATCH) {
        const ids = names.slice(at, at + BATCH).map((name) => name.slice(0, -".json".length));
        const states = await onValkey.states(ids);
        for (const [i, id] of ids.entries()) {
          if (states[i] === "done") await remove(id);
          if (states[i] === "gone" && (await putBack(kind, id))) restored++;
        }
      }
    }
    if (restored === 0) return;
    const advice =
      "Valkey forgot requests that were not accepted yet. They were restored from the copies in OUTBOX_DIR and are being sent. Set Valkey up so that it keeps its data (npm run doctor).";
    log("error", "valkey.restored", { restored, advice });
  }

  async function putBack(kind: Kind, id: string): Promise<boolean> {
    const text = await disk(() => readIfThere(file(kind, id)));
    const request = parseStoredRequest(text ?? "");
    return request?.id === id && onValkey.restore(request);
  }

  return { dir, keep, drop, compare };
}
