import { hourlyLog } from "~/config/hourly-log.server";
import { makeOverdueAlert } from "~/quote/delivery/overdue-alert.server";
import { retryPolicy } from "~/quote/delivery/retry-policy.server";
import type { LeaderLock } from "~/quote/outbox/leader-lock.server";
import { ValkeyUnavailableError } from "~/quote/valkey/connection.server";
import { makeDrainFolder } from "~/quote/valkey/drain-folder.server";
import type { Fallback } from "~/quote/valkey/fallback-outbox.server";
import { makeValkeyMarker } from "~/quote/valkey/marker.server";
import type { Parts } from "~/quote/valkey/parts.server";
import { wakeDelayed } from "~/quote/valkey/wake-delayed.server";

/**
 * Makes the function that reconciles Valkey and the folder, at each poll and when Valkey is back: it restores what Valkey
 * forgot, moves over what the folder has, and alerts the operator to what waits too long.
 */
export function makeMaintenance(parts: Parts & { both: Fallback }) {
  const { valkey, queues, queue, folder, both, copies, writeErrors, log, now } = parts;
  const { prefix, requests, later } = queues;
  const { pollMs, longestMs } = retryPolicy(parts.waitsS);
  const alertOverdue = makeOverdueAlert(log, queue.advice.waiting);
  const hourly = hourlyLog(log);
  const drainFolder = makeDrainFolder(parts);
  const hasForgotten = makeValkeyMarker(valkey, prefix, copies.dir, log);

  /** Returns whether Valkey took everything. A folder that cannot be read does not stop the care of the queue. */
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
    hourly.log("error", "outbox.unreadable", { fault: error.code, advice: folder.advice.unreadable });
    return true;
  }

  /** One process polls for all. Undefined if Valkey refuses even this, so each process polls for itself. */
  async function isFirstToPoll(): Promise<boolean | undefined> {
    try {
      const ms = Math.ceil(pollMs);
      return (await valkey.ask((client) => client.set(`${prefix}:looked`, "1", "PX", ms, "NX"))) !== null;
    } catch (error) {
      writeErrors.note(error as NodeJS.ErrnoException);
      return undefined;
    }
  }

  return async function maintain(leaderLock: LeaderLock, setUpAgain: () => Promise<void>): Promise<void> {
    if (!valkey.isUp()) return;
    await valkey.flushDeferred();
    try {
      if (await hasForgotten()) await Promise.all([setUpAgain(), both.shareKeyAgain()]);
    } catch (error) {
      writeErrors.note(error as NodeJS.ErrnoException);
    }
    const taken = (await leaderLock.acquire()) ? await emptyFolder() : true;
    const isFirst = await isFirstToPoll();
    if (taken && isFirst !== undefined) writeErrors.clear();
    if (isFirst === false) return;
    for (const jobs of [requests, later])
      await wakeDelayed(valkey, jobs, longestMs(Number.POSITIVE_INFINITY)).catch(writeErrors.note);
    const { waiting, oldest } = await queue.counts();
    alertOverdue(waiting, oldest ? now().getTime() - Date.parse(oldest) : 0);
  };
}
