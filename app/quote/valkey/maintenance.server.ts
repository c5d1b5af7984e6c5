import type { Queue } from "bullmq";
import { errorCode } from "~/config/error-code";
import { hourlyLog } from "~/config/hourly-log.server";
import { makeOverdueAlert } from "~/quote/delivery/due.server";
import { retryPolicy } from "~/quote/delivery/retry-policy.server";
import type { LeaderLock } from "~/quote/outbox/leader-lock.server";
import { type Valkey, ValkeyUnavailableError } from "~/quote/valkey/connection.server";
import { makeDrainFolder } from "~/quote/valkey/drain-folder.server";
import type { Fallback } from "~/quote/valkey/fallback-outbox.server";
import { makeValkeyMarker } from "~/quote/valkey/marker.server";
import type { Parts } from "~/quote/valkey/parts.server";

/** BullMQ's score of a delayed job: its time in milliseconds, times this, plus a number that keeps the order. */
const SCORE_OF_MS = 0x1000;
const AT_ONCE = 100;

/** Makes jobs due that are delayed for longer than any wait: a wrong clock delayed them. */
export async function wakeDelayed(valkey: Valkey, queue: Queue, longestMs: number): Promise<void> {
  const latest = (Date.now() + longestMs) * SCORE_OF_MS;
  const ids = await valkey.ask((client) =>
    client.zrangebyscore(queue.toKey("delayed"), latest, "+inf", "LIMIT", 0, AT_ONCE),
  );
  for (const id of ids) {
    const job = await valkey.ask(() => queue.getJob(id)).catch(() => undefined); // See `quarantineDamaged`.
    if (job) await valkey.ask(() => job.promote());
  }
}

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
    hourly.log("error", "outbox.unreadable", { code: errorCode(error), advice: folder.advice.unreadable });
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
