import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Log } from "~/config/log.server";
import { disk } from "~/quote/outbox/disk.server";
import { put, readIfThere } from "~/quote/outbox/durable-files.server";
import type { Valkey } from "~/quote/valkey/connection.server";

const ADVICE =
  "Valkey lost its data, or is a different server: a restart without persistence, a failover, FLUSHALL, eviction. What this machine has copies of is restored. Set Valkey up as docs/operating.md says.";

/**
 * Makes the function that returns whether Valkey forgot its data since this machine last saw it: a key there holds a
 * random value, and `dir` a note of it. A missing key is logged, and made again.
 */
export function makeValkeyMarker(valkey: Valkey, name: string, dir: string, log: Log) {
  let noted: string | undefined;

  return async function hasForgotten(): Promise<boolean> {
    noted ??= (await disk(() => readIfThere(join(dir, "marker"))).catch(() => undefined))?.trim();
    let found = await valkey.ask((client) => client.get(name));
    if (found && found === noted) return false;
    if (!found) {
      await valkey.ask((client) => client.set(name, randomBytes(16).toString("hex"), "NX"));
      found = await valkey.ask((client) => client.get(name));
    }
    const forgot = Boolean(noted);
    if (forgot) log("error", "valkey.forgot", { advice: ADVICE });
    noted = found ?? undefined;
    // If the disk refuses the note, this process still knows the value.
    if (found) await disk(() => put(dir, ".", "marker", `${found}\n`)).catch(() => {});
    return forgot;
  };
}
