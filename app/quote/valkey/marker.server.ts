import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Log } from "~/config/log.server";
import { disk } from "~/quote/outbox/disk.server";
import { put, readIfThere } from "~/quote/outbox/durable-files.server";
import type { Valkey } from "~/quote/valkey/connection.server";

const ADVICE =
  "Valkey has forgotten what it was given, or is another one than before: a restart without persistence, a failover, FLUSHALL, eviction. What this machine has copies of is put back. Set Valkey up as docs/operating.md says.";

/**
 * Makes the function that tells whether Valkey has forgotten: a key with a random value is kept there, and the value
 * noted in `dir`. Its absence is said, and it is made again.
 *
 * @returns a function; it returns whether Valkey has forgotten since this machine last saw it
 */
export function makeValkeyMarker(valkey: Valkey, prefix: string, dir: string, log: Log) {
  const name = `${prefix}:marker`;
  let noted: string | undefined;

  return async function hasForgotten(): Promise<boolean> {
    noted ??= (await disk(() => readIfThere(join(dir, "marker"))).catch(() => undefined))?.trim();
    let found = await valkey.ask((client) => client.get(name));
    if (found && found === noted) return false;
    const fresh = randomBytes(16).toString("hex");
    if (!found) {
      await valkey.ask((client) => client.set(name, fresh, "NX"));
      found = await valkey.ask((client) => client.get(name));
    }
    const forgot = Boolean(noted);
    if (forgot) log("error", "valkey.forgot", { advice: ADVICE });
    noted = found ?? undefined;
    // Where it cannot be noted, this process knows it.
    if (found) await disk(() => put(dir, ".", "marker", `${found}\n`)).catch(() => {});
    return forgot;
  };
}
