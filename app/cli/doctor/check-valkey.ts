import { checkWaiting, type Finding, fail, ok, warn } from "~/cli/doctor/finding";
import type { Config } from "~/config/config.server";
import { errorCode } from "~/config/error-code";
import { readSettings } from "~/quote/valkey/check-settings.server";
import { openValkey } from "~/quote/valkey/connection.server";
import { makeValkeyOutbox } from "~/quote/valkey/valkey-outbox.server";

const COMMAND = "see `npm run outbox`";

type Settings = NonNullable<Config["valkeySettings"]>;

/** Checks that Valkey accepts writes and is configured to keep them, and counts what is waiting. */
export async function checkValkey({ url, prefix, hidesSettings }: Settings): Promise<Finding[]> {
  let code: unknown;
  const valkey = await openValkey(url, (_, event, facts) => {
    if (event === "valkey.away") code = facts?.code;
  });
  await valkey.settled;
  if (!valkey.isUp()) {
    const text = `does not respond (${code}), so requests are kept in OUTBOX_DIR. Check VALKEY_URL`;
    return [fail("Valkey", text)];
  }
  const { wrong, hidden, advice } = await readSettings(valkey);
  const isKnown = wrong.length === 0 && hidesSettings;
  const found = wrong.length + hidden.length > 0 ? [(isKnown ? warn : fail)("Valkey", advice)] : [];
  const onValkey = makeValkeyOutbox(valkey, prefix, 0);
  try {
    await onValkey.probe();
    found.push(ok("Valkey", "responds and takes writes"));
    found.push(...checkWaiting(await onValkey.counts(), { dead: COMMAND, suspect: COMMAND }));
  } catch (error) {
    found.push(fail("Valkey", `${onValkey.advice.unwritable} (${errorCode(error)})`));
  }
  return found;
}
