import type { Redis } from "ioredis";
import { onceAnHour } from "~/config/hourly-log.server";
import type { DeliveryDeps } from "~/quote/delivery/deliver.server";
import type { Attempts } from "~/quote/delivery/in-flight.server";
import { makeReminder } from "~/quote/delivery/overdue-alert.server";
import { paceOf } from "~/quote/delivery/retry-policy.server";
import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";
import type { Turn } from "~/quote/outbox/leader-lock.server";
import type { Valkey } from "~/quote/valkey/connection.server";
import type { Copies } from "~/quote/valkey/copies.server";
import { makeMoveOver } from "~/quote/valkey/drain-folder.server";
import type { Fallback } from "~/quote/valkey/fallback-outbox.server";
import { makeValkeyMarker } from "~/quote/valkey/marker.server";
import type { QueueOutbox } from "~/quote/valkey/queue-outbox.server";
import type { Queues } from "~/quote/valkey/queues.server";
import { wakeSleepers } from "~/quote/valkey/wake-delayed.server";
import type { Refusals } from "~/quote/valkey/write-errors.server";

type Parts = Omit<DeliveryDeps, "outbox"> & {
  valkey: Valkey;
  queues: Queues;
  queue: QueueOutbox;
  folder: FolderOutbox;
  both: Fallback;
  copies: Copies;
  attempts: Attempts;
  refusals: Refusals;
};

/**
 * Makes the function that brings Valkey and the folder in line, now and then and whenever Valkey is back: what Valkey forgot
 * is put back, what the folder has is moved over, and an operator hears of what waits too long.
 *
 * @returns a function of whose turn it is on this folder, and of what tells Valkey again how its queues are worked on
 */
export function makeTidy(parts: Parts) {
  const { valkey, queues, queue, folder, both, copies, refusals, log, now } = parts;
  const { prefix, requests, later } = queues;
  const { lookMs, longestMs } = paceOf(parts.waitsS);
  const remind = makeReminder(log, now, queue.advice.waiting);
  const trouble = onceAnHour(log);
  const moveOver = makeMoveOver(parts);
  const hasForgotten = makeValkeyMarker(valkey, prefix, copies.dir, log);

  /** A Valkey that has forgotten begins anew. */
  async function begin(setUpAgain: () => Promise<void>): Promise<void> {
    if (await hasForgotten()) await Promise.all([setUpAgain(), both.shareKeyAgain()]);
  }

  /** Whether Valkey took everything. A folder that cannot be read keeps nobody from looking after the queue. */
  async function emptyFolder(): Promise<boolean> {
    const compared = await copies.compare().then(() => true, unlessDisk);
    const moved = await moveOver().catch(unlessDisk);
    return compared && moved;
  }

  /** What the disk refuses is said here; Valkey's refusals are noted, and nothing was taken. */
  function unlessDisk(error: NodeJS.ErrnoException): boolean {
    if (typeof error.code !== "string" || error.code === "EAWAY") {
      refusals.note(error);
      return false;
    }
    const { unreadable: advice } = folder.advice;
    trouble.say("error", "outbox.unreadable", { fault: error.code, advice });
    return true;
  }

  /** One process asks for all; undefined where Valkey does not even take this, so that each asks for itself. */
  async function isFirstToLook(): Promise<boolean | undefined> {
    const look = (client: Redis) => client.set(`${prefix}:looked`, "1", "PX", Math.ceil(lookMs), "NX");
    try {
      return (await valkey.ask(look)) !== null;
    } catch (error) {
      refusals.note(error as NodeJS.ErrnoException);
      return undefined;
    }
  }

  return async function tidy(turn: Turn, setUpAgain: () => Promise<void>): Promise<void> {
    if (!valkey.isUp()) return;
    await valkey.pay();
    await begin(setUpAgain).catch(refusals.note);
    const taken = (await turn.take()) ? await emptyFolder() : true;
    const mine = await isFirstToLook();
    // The folder's turn is over while Valkey takes what it has.
    if (taken && mine !== undefined) refusals.over();
    if (mine === false) return;
    for (const jobs of [requests, later])
      await wakeSleepers(valkey, jobs, longestMs(Number.POSITIVE_INFINITY)).catch(refusals.note);
    const { waiting, oldest } = await queue.counts();
    remind(waiting, oldest ? now().getTime() - Date.parse(oldest) : 0);
  };
}
