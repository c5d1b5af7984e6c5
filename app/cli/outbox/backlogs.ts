import { config } from "~/config/config.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { Backlog } from "~/quote/outbox/outbox.server";
import { openValkey, type Valkey } from "~/quote/valkey/connection.server";
import { makeValkeyOutbox } from "~/quote/valkey/valkey-outbox.server";

/** What may hold requests: the folder, and Valkey where it is set. Throws if Valkey does not respond. */
export async function openBacklogs(): Promise<{ all: Backlog[]; main: Backlog; close: () => void }> {
  const { outboxDir, keepSentDays, valkeySettings } = config;
  const folder = openOutbox(outboxDir, { keepSentDays });
  if (!valkeySettings) return { all: [folder], main: folder, close: () => {} };
  const valkey = await connectToValkey(valkeySettings.url);
  const onValkey = makeValkeyOutbox(valkey, valkeySettings.prefix, keepSentDays);
  return { all: [onValkey, folder], main: onValkey, close: () => valkey.client.disconnect() };
}

/** Throws, for the operator, if Valkey does not respond. */
export async function connectToValkey(url: string): Promise<Valkey> {
  const valkey = await openValkey(url, () => {});
  await valkey.settled;
  if (valkey.isUp()) return valkey;
  valkey.client.disconnect();
  throw new Error(`Valkey does not respond (${valkey.whyAway()}). Check VALKEY_URL.`);
}
