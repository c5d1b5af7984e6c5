import type { Log } from "~/config/log.server";
import type { Valkey } from "~/quote/valkey/connection.server";

/** What each setting of Valkey must be, and why. */
const DEMANDS = {
  appendonly: { value: "yes", why: "else a restart of Valkey loses what waits" },
  appendfsync: { value: "always", why: "else a crash loses the last second" },
  "maxmemory-policy": { value: "noeviction", why: "else a full Valkey deletes what waits" },
};

type Name = keyof typeof DEMANDS;
const NAMES = Object.keys(DEMANDS) as Name[];

/** Settings that would lose requests, and settings that Valkey does not show. */
export type ValkeySettings = { wrong: Name[]; hidden: Name[]; advice: string };

/** Reads Valkey's settings with CONFIG, or where that is forbidden, what INFO shows of them. */
export async function readSettings(valkey: Valkey): Promise<ValkeySettings> {
  const info = await valkey.ask((client) => client.info()).catch(() => "");
  const values = await Promise.all(
    NAMES.map(async (name) => {
      const config = await valkey.ask((client) => client.config("GET", name)).catch(() => []);
      return (config as string[])[1] ?? fromInfo(info, name);
    }),
  );
  const wrong = NAMES.filter((name, i) => values[i] !== undefined && values[i] !== DEMANDS[name].value);
  const hidden = NAMES.filter((_, i) => values[i] === undefined);
  const demands = wrong.map((name) => `${name} ${DEMANDS[name].value}: ${DEMANDS[name].why}.`);
  const lines = [
    wrong.length > 0 && `Requests can be lost. Set in Valkey: ${demands.join(" ")}`,
    hidden.length > 0 &&
      `Valkey does not show whether it keeps its data (${hidden.join(", ")}). Ask whoever runs it. Once you know that it does, set VALKEY_HIDES_SETTINGS=true.`,
  ];
  return { wrong, hidden, advice: lines.filter(Boolean).join(" ") };
}

function fromInfo(info: string, name: Name): string | undefined {
  const field = (key: string) => new RegExp(`^${key}:(\\S+)`, "m").exec(info)?.[1];
  if (name === "maxmemory-policy") return field("maxmemory_policy");
  return name === "appendonly" ? { 0: "no", 1: "yes" }[Number(field("aof_enabled"))] : undefined;
}

/** Logs settings that would lose requests, and settings that Valkey hides: a warning if the operator knows of them. */
export async function checkSettings(valkey: Valkey, isHidingKnown: boolean, log: Log): Promise<void> {
  const { wrong, hidden, advice } = await readSettings(valkey);
  if (wrong.length > 0) log("error", "valkey.settings", { wrong, hidden, advice });
  else if (hidden.length > 0) log(isHidingKnown ? "warn" : "error", "valkey.settings", { hidden, advice });
}
