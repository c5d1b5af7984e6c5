import { setTimeout as sleep } from "node:timers/promises";
import type { Channel, DeliveryDeps } from "~/quote/delivery/deliver.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import { makeRedelivery } from "~/quote/delivery/redelivery.server";
import { retryPolicy } from "~/quote/delivery/retry-policy.server";
import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";
import type { LeaderLock } from "~/quote/outbox/leader-lock.server";
import { checkSettings } from "~/quote/valkey/check-settings.server";
import { openValkey } from "~/quote/valkey/connection.server";
import { makeCopies } from "~/quote/valkey/copies.server";
import { withFallback } from "~/quote/valkey/fallback-outbox.server";
import { makeMaintenance } from "~/quote/valkey/maintenance.server";
import { makeQueueOutbox } from "~/quote/valkey/queue-outbox.server";
import { openQueues } from "~/quote/valkey/queues.server";
import { shareInFlight } from "~/quote/valkey/shared-in-flight.server";
import { startQueueWorkers } from "~/quote/valkey/worker.server";
import { makeWriteErrors } from "~/quote/valkey/write-errors.server";

type Parts = Omit<DeliveryDeps, "outbox"> & {
  valkeySettings: { url: string; prefix: string; hidesSettings: boolean };
  /** Takes Valkey's place while that is away. */
  folder: FolderOutbox;
  /** The attempts of this process. */
  inFlight: InFlight;
  channels: readonly Channel[];
  firstAttemptMs: number;
  keepSentDays: number;
};

/**
 * The parts of the desk where several machines share one Valkey. It does not wait for Valkey.
 *
 * @returns the outbox and the attempts that take the place of this process's own, and `makeRedelivery` likewise
 */
export async function openBackend(parts: Parts) {
  const { valkeySettings, folder, channels, firstAttemptMs, keepSentDays, log, now, waitsS } = parts;
  const { prefix } = valkeySettings;
  const valkey = await openValkey(valkeySettings.url, log);
  const queues = await openQueues(valkey, prefix);
  const queue = makeQueueOutbox(valkey, queues, { channels, firstAttemptMs, waitsS, keepSentDays });
  const writeErrors = makeWriteErrors(log, now, queue.advice.unwritable);
  const copies = makeCopies(folder, queue, log);
  const both = withFallback({ queue, folder, copies, writeErrors, log });
  const inFlight = shareInFlight(parts.inFlight, valkey, prefix, firstAttemptMs);

  const { pollMs } = retryPolicy(waitsS);
  const maintain = makeMaintenance({ ...parts, valkey, queues, queue, both, copies, inFlight, writeErrors });

  /** Brings kept requests out again: from the queue, and from the folder while Valkey is away or refuses. */
  function makeSharedRedelivery(leaderLock: LeaderLock) {
    const standIn = { ...folder, remove: both.remove, accept: both.acceptHere };
    const isFoldersTurn = () => !valkey.isUp() || writeErrors.isRefused();
    const standInLock = {
      ...leaderLock,
      acquire: () => valkey.settled.then(() => isFoldersTurn() && leaderLock.acquire()),
    };
    const own = makeRedelivery({ ...parts, outbox: standIn, inFlight, leaderLock: standInLock });
    const workers = startQueueWorkers({
      ...parts,
      outbox: queue,
      valkey,
      queues,
      inFlight,
      writeErrors,
      noteSent: both.noteSent,
      keepCopy: copies.keep,
      onGone: () => void maintainOnce(),
      longestMs: firstAttemptMs,
    });
    let stopped = false;
    let maintaining: Promise<void> | undefined;
    /** One at a time: what Valkey's return starts may meet what the time starts. */
    const maintainOnce = () => {
      maintaining ??= workers
        .then(({ setUpAgain }) => maintain(leaderLock, setUpAgain))
        .catch(writeErrors.note)
        .finally(() => {
          maintaining = undefined;
        });
      return maintaining;
    };

    async function run(): Promise<void> {
      void own.run();
      valkey.onUp(() => checkSettings(valkey, valkeySettings.hidesSettings, log));
      // What is under way began before Valkey came back.
      valkey.onUp(async () => {
        await maintaining;
        await maintainOnce();
      });
      while (!stopped) {
        await maintainOnce();
        await sleep(pollMs, undefined, { ref: false });
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

  return { valkey, prefix, queue, outbox: both, inFlight, makeRedelivery: makeSharedRedelivery };
}
