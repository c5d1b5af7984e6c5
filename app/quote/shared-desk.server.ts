import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { Attempts } from "~/quote/attempts.server";
import type { Channel, DeliveryDeps } from "~/quote/delivery.server";
import { makeMoveOver } from "~/quote/move-over.server";
import type { FolderOutbox } from "~/quote/outbox.server";
import { withFallback } from "~/quote/outbox-fallback.server";
import { makeQueueOutbox } from "~/quote/outbox-queue.server";
import { paceOf } from "~/quote/pace.server";
import { startQueueWorkers } from "~/quote/queue-worker.server";
import { makeRedelivery } from "~/quote/redelivery.server";
import { makeRefusals } from "~/quote/refusals.server";
import { makeReminder } from "~/quote/reminder.server";
import { openQueues } from "~/quote/request-queues.server";
import { shareAttempts } from "~/quote/shared-attempts.server";
import type { Turn } from "~/quote/turn.server";
import { checkValkey } from "~/server/check-valkey.server";
import { openValkey } from "~/server/valkey.server";

type Parts = Omit<DeliveryDeps, "outbox"> & {
  valkeySettings: { url: string; prefix: string };
  /** Takes Valkey's place while that is away. */
  folder: FolderOutbox;
  /** The attempts of this process. */
  attempts: Attempts;
  channels: readonly Channel[];
  firstAttemptMs: number;
};

/**
 * The parts of the desk where several machines share one Valkey. It does not wait for Valkey.
 *
 * @returns the outbox and the attempts that take the place of this process's own, and `makeRedelivery` likewise
 */
export async function openSharedDesk(parts: Parts) {
  const { valkeySettings, folder, channels, firstAttemptMs, log, now, waitsS } = parts;
  const { prefix } = valkeySettings;
  const valkey = await openValkey(valkeySettings.url, log);
  const queues = await openQueues(valkey, prefix);
  const queue = makeQueueOutbox(valkey, queues, channels, firstAttemptMs);
  const refusals = makeRefusals(log, now, queue.advice.unwritable);
  const both = withFallback(queue, folder, refusals);
  const attempts = shareAttempts(parts.attempts, valkey, prefix, firstAttemptMs);
  const { lookMs } = paceOf(waitsS);
  const remind = makeReminder(log, now, queue.advice.waiting);
  const moveOver = makeMoveOver({ folder, queue, attempts, refusals, log });

  /** The folder's turn is over while Valkey is there and takes what it has. */
  async function tidy(turn: Turn): Promise<void> {
    if (!valkey.isUp()) return;
    await valkey.pay();
    const taken = (await turn.take()) ? await emptyFolder() : true;
    const mine = await isFirstToLook();
    if (taken && mine !== undefined) refusals.over();
    if (mine === false) return;
    const { waiting, oldest } = await queue.counts();
    remind(waiting, oldest);
  }

  /** Whether Valkey took everything. A folder that cannot be read keeps nobody from looking after the queue. */
  async function emptyFolder(): Promise<boolean> {
    return moveOver().catch((error: NodeJS.ErrnoException) => {
      const { unreadable: advice } = folder.advice;
      log("error", "outbox.unreadable", { fault: error.code ?? error.name, advice });
      return true;
    });
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

  /** Brings kept requests out again: from the queue, and from the folder while Valkey is away or refuses. */
  function makeSharedRedelivery(turn: Turn) {
    const standIn = { ...folder, remove: both.remove };
    const isFoldersTurn = () => !valkey.isUp() || refusals.isRefused();
    const inPlace = { ...turn, take: () => valkey.settled.then(() => isFoldersTurn() && turn.take()) };
    const own = makeRedelivery({ ...parts, outbox: standIn, attempts, turn: inPlace });
    const workers = startQueueWorkers({
      ...parts,
      outbox: queue,
      valkey,
      queues,
      attempts,
      refusals,
      longestMs: firstAttemptMs,
    });
    let stopped = false;
    let tidying: Promise<void> | undefined;
    /** One at a time: what Valkey's return starts may meet what the time starts. */
    const tidyOrLater = () => {
      tidying ??= tidy(turn)
        .catch(refusals.note)
        .finally(() => {
          tidying = undefined;
        });
      return tidying;
    };

    async function run(): Promise<void> {
      void own.run();
      valkey.onUp(() => checkValkey(valkey, log));
      valkey.onUp(tidyOrLater);
      while (!stopped) {
        await tidyOrLater();
        await sleep(lookMs, undefined, { ref: false });
      }
    }
    return {
      run,
      stop: () => {
        stopped = true;
        own.stop();
        void workers.then(({ stop }) => stop()).catch(() => {});
        valkey.stop();
      },
    };
  }

  return { valkey, prefix, queue, outbox: both, attempts, makeRedelivery: makeSharedRedelivery };
}
