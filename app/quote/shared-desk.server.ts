import { setTimeout as sleep } from "node:timers/promises";
import type { Attempts } from "~/quote/attempts.server";
import { makeCopies } from "~/quote/copies.server";
import type { Channel, DeliveryDeps } from "~/quote/delivery.server";
import type { FolderOutbox } from "~/quote/outbox.server";
import { withFallback } from "~/quote/outbox-fallback.server";
import { makeQueueOutbox } from "~/quote/outbox-queue.server";
import { paceOf } from "~/quote/pace.server";
import { startQueueWorkers } from "~/quote/queue-worker.server";
import { makeRedelivery } from "~/quote/redelivery.server";
import { makeRefusals } from "~/quote/refusals.server";
import { openQueues } from "~/quote/request-queues.server";
import { shareAttempts } from "~/quote/shared-attempts.server";
import { makeTidy } from "~/quote/tidy-valkey.server";
import type { Turn } from "~/quote/turn.server";
import { checkValkey } from "~/server/check-valkey.server";
import { openValkey } from "~/server/valkey.server";

type Parts = Omit<DeliveryDeps, "outbox"> & {
  valkeySettings: { url: string; prefix: string; hidesSettings: boolean };
  /** Takes Valkey's place while that is away. */
  folder: FolderOutbox;
  /** The attempts of this process. */
  attempts: Attempts;
  channels: readonly Channel[];
  firstAttemptMs: number;
  keepSentDays: number;
};

/**
 * The parts of the desk where several machines share one Valkey. It does not wait for Valkey.
 *
 * @returns the outbox and the attempts that take the place of this process's own, and `makeRedelivery` likewise
 */
export async function openSharedDesk(parts: Parts) {
  const { valkeySettings, folder, channels, firstAttemptMs, keepSentDays, log, now, waitsS } = parts;
  const { prefix } = valkeySettings;
  const valkey = await openValkey(valkeySettings.url, log);
  const queues = await openQueues(valkey, prefix);
  const queue = makeQueueOutbox(valkey, queues, { channels, firstAttemptMs, waitsS, keepSentDays });
  const refusals = makeRefusals(log, now, queue.advice.unwritable);
  const copies = makeCopies(folder, queue, log);
  const both = withFallback({ queue, folder, copies, refusals, log });
  const attempts = shareAttempts(parts.attempts, valkey, prefix, firstAttemptMs);

  const { lookMs } = paceOf(waitsS);
  const tidy = makeTidy({ ...parts, valkey, queues, queue, both, copies, attempts, refusals });

  /** Brings kept requests out again: from the queue, and from the folder while Valkey is away or refuses. */
  function makeSharedRedelivery(turn: Turn) {
    const standIn = { ...folder, remove: both.remove, accept: both.acceptHere };
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
      noteSent: both.noteSent,
      keepCopy: copies.keep,
      onGone: () => void tidyOrLater(),
      longestMs: firstAttemptMs,
    });
    let stopped = false;
    let tidying: Promise<void> | undefined;
    /** One at a time: what Valkey's return starts may meet what the time starts. */
    const tidyOrLater = () => {
      tidying ??= workers
        .then(({ setUpAgain }) => tidy(turn, setUpAgain))
        .catch(refusals.note)
        .finally(() => {
          tidying = undefined;
        });
      return tidying;
    };

    async function run(): Promise<void> {
      void own.run();
      valkey.onUp(() => checkValkey(valkey, valkeySettings.hidesSettings, log));
      // What is under way began before Valkey came back.
      valkey.onUp(async () => {
        await tidying;
        await tidyOrLater();
      });
      while (!stopped) {
        await tidyOrLater();
        await sleep(lookMs, undefined, { ref: false });
      }
    }
    return {
      run,
      stop: () => {
        stopped = true;
        void own.stop();
        void workers.then(({ stop }) => stop()).catch(() => {});
        valkey.stop();
      },
    };
  }

  return { valkey, prefix, queue, outbox: both, attempts, makeRedelivery: makeSharedRedelivery };
}
