import { checkPlace, type Finding, fail, warn } from "~/cli/doctor/finding";
import { connectToValkey } from "~/cli/outbox/backlogs";
import type { Config } from "~/config/config.server";
import { readSettings } from "~/quote/valkey/check-settings.server";
import { makeValkeyOutbox } from "~/quote/valkey/valkey-outbox.server";

type Settings = NonNullable<Config["valkeySettings"]>;

/** Checks that Valkey accepts writes and is configured to keep them, and counts what is waiting. */
export async function checkValkey({ url, prefix, hidesSettings }: Settings): Promise<Finding[]> {
  const valkey = await connectToValkey(url).catch((error: Error) => error.message);
  if (typeof valkey === "string")
    return [fail("Valkey", `${valkey} Until then requests are kept in OUTBOX_DIR`)];
  const { wrong, hidden, advice } = await readSettings(valkey);
  const isKnown = wrong.length === 0 && hidesSettings;
  return [
    ...(wrong.length + hidden.length > 0 ? [(isKnown ? warn : fail)("Valkey", advice)] : []),
    ...(await checkPlace("Valkey", "responds and takes writes", makeValkeyOutbox(valkey, prefix, 0))),
  ];
}
