import { config } from "~/config/config.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { Shelves } from "~/quote/outbox/outbox.server";
import { openValkey } from "~/quote/valkey/connection.server";
import { makeValkeyOutbox } from "~/quote/valkey/valkey-outbox.server";

/** The places that may hold requests: the folder, and Valkey where it is set. Throws if Valkey does not respond. */
export async function openShelves(): Promise<{ all: Shelves[]; main: Shelves; close: () => void }> {
  const { outboxDir, keepSentDays, valkeySettings } = config;
  const folder = openOutbox(outboxDir, { keepSentDays });
  if (!valkeySettings) return { all: [folder], main: folder, close: () => {} };
  let code: unknown;
  const valkey = await openValkey(valkeySettings.url, (_, event, facts) => {
    if (event === "valkey.away") code = facts?.code;
  });
  const close = () => valkey.client.disconnect();
  await valkey.settled;
  if (!valkey.isUp()) {
    close();
    throw new Error(`Valkey does not respond (${code}). Check VALKEY_URL.`);
  }
  const onValkey = makeValkeyOutbox(valkey, valkeySettings.prefix, keepSentDays);
  return { all: [onValkey, folder], main: onValkey, close };
}
