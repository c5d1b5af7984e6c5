import { setTimeout as sleep } from "node:timers/promises";
import type { DeliveryDeps } from "~/quote/delivery/deliver.server";
import { makeRedelivery } from "~/quote/delivery/redelivery.server";
import { retryPolicy } from "~/quote/delivery/retry-policy.server";
import type { LeaderLock } from "~/quote/outbox/leader-lock.server";
import { checkSettings } from "~/quote/valkey/check-settings.server";
import { openValkey } from "~/quote/valkey/connection.server";
import { makeCopies } from "~/quote/valkey/copies.server";
import { withFallback } from "~/quote/valkey/fallback-outbox.server";
import { makeMaintenance } from "~/quote/valkey/maintenance.server";
import type { Parts } from "~/quote/valkey/parts.server";
import { makeQueueOutbox } from "~/quote/valkey/queue-outbox.server";
import { openQueues } from "~/quote/valkey/queues.server";
import { shareInFlight } from "~/quote/valkey/shared-in-flight.server";
import { startQueueWorkers } from "~/quote/valkey/worker.server";
import { makeWriteErrors } from "~/quote/valkey/write-errors.server";

type Given = Pick<Parts, keyof DeliveryDeps | "folder" | "inFlight" | "channels" | "firstAttemptMs"> & {
  valkeySettings: { url: string; prefix: string; hidesSettings: boolean };
  keepSentDays: number;
};

/** Composition root where several machines share one Valkey. What it returns replaces this process's own. */
export async function openBackend(parts: Given) {
  const { valkeySettings, folder, log } = parts;
  const { prefix } = valkeySettings;
  const valkey = await openValkey(valkeySettings.url, log);
  const queues = await openQueues(valkey, prefix);
  const queue = makeQueueOutbox(valkey, queues, parts);
  const writeErrors = makeWriteErrors(log, queue.advice.unwritable);
  const copies = makeCopies(folder, queue, log);
  const both = withFallback({ queue, folder, copies, writeErrors, log });
  const inFlight = shareInFlight(parts.inFlight, valkey, prefix, parts.firstAttemptMs);
  const shared = { ...parts, valkey, queues, queue, writeErrors, copies, both, inFlight };
  const maintain = makeMaintenance(shared);

  /** Sends what waits: from the queue, and from the folder while Valkey is away or refuses. */
  function makeSharedRedelivery(leaderLock: LeaderLock) {
    const fromFolder = makeRedelivery({
      ...shared,
      outbox: { ...folder, remove: both.remove, accept: both.acceptInFolder },
      leaderLock: {
        ...leaderLock,
        acquire: async () => {
          await valkey.settled;
          return (!valkey.isUp() || writeErrors.isRefused()) && leaderLock.acquire();
        },
      },
    });
    const fromQueue = startQueueWorkers({
      ...shared,
      noteSent: both.noteSent,
      keepCopy: copies.keep,
      onGone: () => void maintainOnce(),
    });
    let stopped = false;
    let maintaining: Promise<void> | undefined;

    /** One run at a time: Valkey's return and the poll may start one together. */
    const maintainOnce = () => {
      maintaining ??= fromQueue
        .then(({ setUpAgain }) => maintain(leaderLock, setUpAgain))
        .catch(writeErrors.note)
        .finally(() => {
          maintaining = undefined;
        });
      return maintaining;
    };

    async function run(): Promise<void> {
      void fromFolder.run();
      valkey.onUp(async () => {
        await checkSettings(valkey, valkeySettings.hidesSettings, log);
        await maintaining; // It began before Valkey came back.
        await maintainOnce();
      });
      while (!stopped) {
        await maintainOnce();
        await sleep(retryPolicy(parts.waitsS).pollMs, undefined, { ref: false });
      }
    }

    function stop(): void {
      stopped = true;
      void fromFolder.stop();
      void fromQueue.then((workers) => workers.stop()).catch(() => {});
      valkey.stop();
    }

    return { run, stop };
  }

  return { valkey, prefix, queue, outbox: both, inFlight, makeRedelivery: makeSharedRedelivery };
}
