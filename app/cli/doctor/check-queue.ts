import { checkWaiting } from "~/cli/doctor/check-waiting";
import { type Finding, fail, ok, warn } from "~/cli/doctor/finding";
import type { Log } from "~/config/log.server";
import { readSettings } from "~/quote/valkey/check-settings.server";
import { openValkey } from "~/quote/valkey/connection.server";
import { makeQueueOutbox } from "~/quote/valkey/queue-outbox.server";
import { openQueues } from "~/quote/valkey/queues.server";
import { errorCode } from "~/quote/valkey/write-errors.server";

const COMMAND = "see `npm run outbox`";

type Settings = { url: string; prefix: string; hidesSettings: boolean };

/** Whether Valkey takes what it is given, whether it is set up to keep it, and what waits there. */
export async function checkQueue({ url, prefix, hidesSettings }: Settings): Promise<Finding[]> {
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
  const { wrong, hidden, advice } = await readSettings(valkey);
  const isKnown = wrong.length === 0 && hidesSettings;
  const found = wrong.length + hidden.length > 0 ? [(isKnown ? warn : fail)("Valkey", advice)] : [];
  const queue = makeQueueOutbox(valkey, await openQueues(valkey, prefix), {
    channels: [],
    firstAttemptMs: 0,
    waitsS: [],
    keepSentDays: 0,
  });
  try {
    await queue.probe();
    found.push(ok("Valkey", "answers and takes what it is given"));
    found.push(...checkWaiting("queue", await queue.counts(), { dead: COMMAND, suspect: COMMAND }));
  } catch (error) {
    found.push(fail("Valkey", `${queue.advice.unwritable} (${errorCode(error)})`));
  }
  return found;
}
