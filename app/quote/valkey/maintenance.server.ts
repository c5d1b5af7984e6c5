import { hourlyLog } from "~/config/hourly-log.server";
import { makeOverdueAlert } from "~/quote/delivery/due.server";
import type { LeaderLock } from "~/quote/outbox/leader-lock.server";
import { ValkeyUnavailableError } from "~/quote/valkey/connection.server";
import { makeDrainFolder } from "~/quote/valkey/drain-folder.server";
import type { Fallback } from "~/quote/valkey/fallback-outbox.server";
import { keysOf } from "~/quote/valkey/keys.server";
import { makeValkeyMarker } from "~/quote/valkey/marker.server";
import type { Parts } from "~/quote/valkey/parts.server";

/**
 * Makes the function that reconciles Valkey and the folder, at each poll and when Valkey is back: it makes the deferred
 * calls, restores what Valkey forgot, and moves over what the folder has.
 */
export function makeMaintenance(parts: Parts & { fallback: Fallback }) {
  const { valkey, onValkey, folder, fallback, copies, writeErrors, log, now } = parts;
  const alertOverdue = makeOverdueAlert(log);
  const hourly = hourlyLog(log);
  const drainFolder = makeDrainFolder(parts);
  const hasForgotten = makeValkeyMarker(valkey, keysOf(parts.prefix).marker, copies.dir, log);

  /** Returns whether Valkey took everything. */
  async function emptyFolder(): Promise<boolean> {
    const compared = await copies.compare().then(() => true, isDiskError);
    const drained = await drainFolder().catch(isDiskError);
    return compared && drained;
  }

  function isDiskError(error: NodeJS.ErrnoException): boolean {
    if (typeof error.code !== "string" || error instanceof ValkeyUnavailableError) {
      writeErrors.note(error);
      return false;
    }
    hourly.log("error", "outbox.unreadable", { code: error.code, advice: folder.advice.unreadable });
    return true;
  }

  /** Throws if Valkey refuses writes. */
  async function reconcile(leaderLock: LeaderLock): Promise<boolean> {
    if (await hasForgotten()) await fallback.shareKeyAgain();
    await onValkey.probe();
    return (await leaderLock.acquire()) ? emptyFolder() : true;
  }

  return async function maintain(leaderLock: LeaderLock): Promise<void> {
    if (!valkey.isUp()) return;
    await valkey.flushDeferred();
    const isTaken = await reconcile(leaderLock).catch((error) => {
      writeErrors.note(error);
      return false;
    });
    if (isTaken) return writeErrors.clear();
    // What refuses writes is not sent from, so nobody else looks at what waits there.
    const { waiting, oldest } = await onValkey.counts();
    alertOverdue("waiting", waiting, oldest ? now().getTime() - Date.parse(oldest) : 0);
  };
}
