import { setTimeout as sleep } from "node:timers/promises";
import type { Channel, DeliveryDeps } from "~/quote/delivery/deliver.server";
import type { Attempts } from "~/quote/delivery/in-flight.server";
import { makeRedelivery } from "~/quote/delivery/redelivery.server";
import { paceOf } from "~/quote/delivery/retry-policy.server";
import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";
import type { Turn } from "~/quote/outbox/leader-lock.server";
import { checkValkey } from "~/quote/valkey/check-settings.server";
import { openValkey } from "~/quote/valkey/connection.server";
import { makeCopies } from "~/quote/valkey/copies.server";
import { withFallback } from "~/quote/valkey/fallback-outbox.server";
import { makeTidy } from "~/quote/valkey/maintenance.server";
import { makeQueueOutbox } from "~/quote/valkey/queue-outbox.server";
import { openQueues } from "~/quote/valkey/queues.server";
import { shareAttempts } from "~/quote/valkey/shared-in-flight.server";
import { startQueueWorkers } from "~/quote/valkey/worker.server";
import { makeRefusals } from "~/quote/valkey/write-errors.server";

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
