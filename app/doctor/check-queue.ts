import { type Finding, fail, ok, warn } from "~/doctor/finding";
import { checkValkey } from "~/server/check-valkey.server";
import type { Log } from "~/server/log.server";
import { openValkey } from "~/server/valkey.server";

/** Whether Valkey answers, and whether it is set up to keep what it is given. */
export async function checkQueue(url: string): Promise<Finding[]> {
  const said: { event: string; facts: Record<string, unknown> }[] = [];
  const log: Log = (_, event, facts = {}) => said.push({ event, facts });
  const valkey = await openValkey(url, log);
  await valkey.settled;
  if (!valkey.isUp()) {
    const fault = said.find(({ event }) => event === "valkey.away")?.facts.fault;
    return [
      fail(
        "Valkey",
        `does not answer (${fault}): requests are kept in OUTBOX_DIR meanwhile. Check VALKEY_URL`,
      ),
    ];
  }
  await checkValkey(valkey, log);
  const wrong = said.find(({ event }) => event === "valkey.settings");
  return [
    wrong
      ? warn("Valkey", String(wrong.facts.advice))
      : ok("Valkey", "answers; nothing is wrong with its settings"),
  ];
}
