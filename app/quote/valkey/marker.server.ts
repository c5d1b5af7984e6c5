import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Log } from "~/config/log.server";
import { disk } from "~/quote/outbox/disk.server";
import { put, readIfThere } from "~/quote/outbox/durable-files.server";
import type { Valkey } from "~/quote/valkey/connection.server";

const ADVICE =
  "Valkey lost its data, or is a different server: a restart without persistence, a failover, FLUSHALL, eviction. What this machine has copies of is restored. Set Valkey up as docs/operating.md says.";

/** Makes the function that notices and logs if Valkey forgot its data: a key there is random, and `dir` has a note of it. */
export function makeValkeyMarker(valkey: Valkey, name: string, dir: string, log: Log) {
  let noted: string | undefined;

  return async function hasForgotten(): Promise<boolean> {
    noted ??= (await disk(() => readIfThere(join(dir, "marker"))).catch(() => undefined))?.trim();
    const found = await valkey.ask(async (client) => {
      await client.set(name, randomBytes(16).toString("hex"), "NX");
      return client.get(name);
    });
    if (!found || found === noted) return false;
    const forgot = Boolean(noted);
    if (forgot) log("error", "valkey.forgot", { advice: ADVICE });
    noted = found;
    // If the disk refuses the note, this process still knows the value.
    await disk(() => put(dir, ".", "marker", `${found}\n`)).catch(() => {});
    return forgot;
  };
}
