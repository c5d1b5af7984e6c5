import type { Redis } from "ioredis";
import { hourlyLog } from "~/config/hourly-log.server";
import type { DeliveryDeps } from "~/quote/delivery/deliver.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import { makeOverdueAlert } from "~/quote/delivery/overdue-alert.server";
import { retryPolicy } from "~/quote/delivery/retry-policy.server";
import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";
import type { LeaderLock } from "~/quote/outbox/leader-lock.server";
import { type Valkey, ValkeyUnavailableError } from "~/quote/valkey/connection.server";
import type { Copies } from "~/quote/valkey/copies.server";
import { makeDrainFolder } from "~/quote/valkey/drain-folder.server";
import type { Fallback } from "~/quote/valkey/fallback-outbox.server";
import { wakeDelayed } from "~/quote/valkey/job-delay.server";
import { makeValkeyMarker } from "~/quote/valkey/marker.server";
import type { QueueOutbox } from "~/quote/valkey/queue-outbox.server";
import type { Queues } from "~/quote/valkey/queues.server";
import type { WriteErrors } from "~/quote/valkey/write-errors.server";

type Parts = Omit<DeliveryDeps, "outbox"> & {
  valkey: Valkey;
  queues: Queues;
  queue: QueueOutbox;
  folder: FolderOutbox;
  both: Fallback;
  copies: Copies;
  inFlight: InFlight;
  writeErrors: WriteErrors;
};

/**
 * Makes the function that brings Valkey and the folder in line, now and then and whenever Valkey is back: what Valkey forgot
 * is put back, what the folder has is moved over, and an operator hears of what waits too long.
 *
 * @returns a function of whose leaderLock it is on this folder, and of what tells Valkey again how its queues are worked on
 */
export function makeMaintenance(parts: Parts) {
  const { valkey, queues, queue, folder, both, copies, writeErrors, log, now } = parts;
  const { prefix, requests, later } = queues;
  const { pollMs, longestMs } = retryPolicy(parts.waitsS);
  const remind = makeOverdueAlert(log, now, queue.advice.waiting);
  const trouble = hourlyLog(log);
  const drainFolder = makeDrainFolder(parts);
  const hasForgotten = makeValkeyMarker(valkey, prefix, copies.dir, log);

  /** A Valkey that has forgotten begins anew. */
  async function begin(setUpAgain: () => Promise<void>): Promise<void> {
    if (await hasForgotten()) await Promise.all([setUpAgain(), both.shareKeyAgain()]);
  }

  /** Whether Valkey took everything. A folder that cannot be read keeps nobody from looking after the queue. */
  async function emptyFolder(): Promise<boolean> {
    const compared = await copies.compare().then(() => true, unlessDisk);
    const moved = await drainFolder().catch(unlessDisk);
    return compared && moved;
  }

  /** What the disk refuses is said here; Valkey's writeErrors are noted, and nothing was taken. */
  function unlessDisk(error: NodeJS.ErrnoException): boolean {
    if (typeof error.code !== "string" || error instanceof ValkeyUnavailableError) {
      writeErrors.note(error);
      return false;
    }
    const { unreadable: advice } = folder.advice;
    trouble.say("error", "outbox.unreadable", { fault: error.code, advice });
    return true;
  }

  /** One process asks for all; undefined where Valkey does not even take this, so that each asks for itself. */
  async function isFirstToLook(): Promise<boolean | undefined> {
    const look = (client: Redis) => client.set(`${prefix}:looked`, "1", "PX", Math.ceil(pollMs), "NX");
    try {
      return (await valkey.ask(look)) !== null;
    } catch (error) {
      writeErrors.note(error as NodeJS.ErrnoException);
      return undefined;
    }
  }

  return async function maintain(leaderLock: LeaderLock, setUpAgain: () => Promise<void>): Promise<void> {
    if (!valkey.isUp()) return;
    await valkey.flushDeferred();
    await begin(setUpAgain).catch(writeErrors.note);
    const taken = (await leaderLock.acquire()) ? await emptyFolder() : true;
    const mine = await isFirstToLook();
    // The folder's leaderLock is over while Valkey takes what it has.
    if (taken && mine !== undefined) writeErrors.over();
    if (mine === false) return;
    for (const jobs of [requests, later])
      await wakeDelayed(valkey, jobs, longestMs(Number.POSITIVE_INFINITY)).catch(writeErrors.note);
    const { waiting, oldest } = await queue.counts();
    remind(waiting, oldest ? now().getTime() - Date.parse(oldest) : 0);
  };
}
