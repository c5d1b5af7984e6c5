import type { Log } from "~/server/log.server";
import type { Valkey } from "~/server/valkey.server";

/** What Valkey must be set to, and what happens otherwise. */
const DEMANDS = {
  appendonly: { value: "yes", advice: "appendonly yes: else a restart of Valkey forgets what waits." },
  appendfsync: { value: "always", advice: "appendfsync always: else a crash forgets its last second." },
  "maxmemory-policy": {
    value: "noeviction",
    advice: "maxmemory-policy noeviction: else a full Valkey deletes what waits.",
  },
};

/** Says in the log what of Valkey's settings would lose requests. A service that does not show them is not judged. */
export async function checkValkey(valkey: Valkey, log: Log): Promise<void> {
  const names = Object.keys(DEMANDS);
  const answers = await Promise.all(
    names.map((name) => valkey.ask((client) => client.config("GET", name)).catch(() => undefined)),
  );
  const faulty = Object.entries(DEMANDS).filter(([, { value }], i) => {
    const [, found] = (answers[i] ?? []) as string[];
    return found !== undefined && found !== value;
  });
  if (faulty.length === 0) return;
  const advice = `Requests can be lost. Set in Valkey: ${faulty.map(([, demand]) => demand.advice).join(" ")}`;
  log("warn", "valkey.settings", { wrong: faulty.map(([name]) => name), advice });
}
