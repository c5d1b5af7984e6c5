import type { Redis } from "ioredis";
import type { Log } from "~/config/log.server";
import type { Valkey } from "~/quote/valkey/connection.server";

/** What Valkey must be set to, and what happens otherwise. */
const DEMANDS = {
  appendonly: { value: "yes", advice: "appendonly yes: else a restart of Valkey forgets what waits." },
  appendfsync: { value: "always", advice: "appendfsync always: else a crash forgets its last second." },
  "maxmemory-policy": {
    value: "noeviction",
    advice: "maxmemory-policy noeviction: else a full Valkey deletes what waits.",
  },
};

type Name = keyof typeof DEMANDS;
const NAMES = Object.keys(DEMANDS) as Name[];

/** Settings that would lose requests, and settings that Valkey does not show. */
export type ValkeySettings = { wrong: Name[]; hidden: Name[]; advice: string };

/** Reads what Valkey is set to, by CONFIG, or where that is forbidden by what INFO tells of it. */
export async function readSettings(valkey: Valkey): Promise<ValkeySettings> {
  const info = await valkey.ask((client) => client.info()).catch(() => "");
  const values = await Promise.all(
    NAMES.map((name) => valkey.ask((client) => configured(client, name)).catch(() => byInfo(info, name))),
  );
  const wrong = NAMES.filter((name, i) => values[i] !== undefined && values[i] !== DEMANDS[name].value);
  const hidden = NAMES.filter((_, i) => values[i] === undefined);
  const lines = [
    wrong.length > 0 &&
      `Requests can be lost. Set in Valkey: ${wrong.map((name) => DEMANDS[name].advice).join(" ")}`,
    hidden.length > 0 &&
      `Valkey does not show whether it keeps what it is given (${hidden.join(", ")}). Ask who runs it; once you know that it does, set VALKEY_HIDES_SETTINGS=true.`,
  ];
  return { wrong, hidden, advice: lines.filter(Boolean).join(" ") };
}

async function configured(client: Redis, name: Name): Promise<string | undefined> {
  const [, value] = (await client.config("GET", name)) as string[];
  if (value === undefined) throw new Error(`${name} is hidden`);
  return value;
}

function byInfo(info: string, name: Name): string | undefined {
  const field = (key: string) => new RegExp(`^${key}:(\\S+)`, "m").exec(info)?.[1];
  if (name === "maxmemory-policy") return field("maxmemory_policy");
  const enabled = field("aof_enabled");
  if (enabled === "0" && name === "appendonly") return "no";
  return enabled === "1" && name === "appendonly" ? "yes" : undefined;
}

/**
 * Says in the log what of Valkey's settings would lose requests, and what it hides.
 *
 * @param isHidingKnown the operator knows that it keeps what it is given
 */
export async function checkSettings(valkey: Valkey, isHidingKnown: boolean, log: Log): Promise<void> {
  const { wrong, hidden, advice } = await readSettings(valkey);
  if (wrong.length > 0) log("error", "valkey.settings", { wrong, hidden, advice });
  else if (hidden.length > 0) log(isHidingKnown ? "warn" : "error", "valkey.settings", { hidden, advice });
}
