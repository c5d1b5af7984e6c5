import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "~/config/config.server";
import { hourlyLog } from "~/config/hourly-log.server";
import type { DeliveryDeps } from "~/quote/delivery/deliver.server";
import { makeRedelivery } from "~/quote/delivery/redelivery.server";
import { retryPolicy } from "~/quote/delivery/retry-policy.server";
import type { LeaderLock } from "~/quote/outbox/leader-lock.server";
import { checkSettings } from "~/quote/valkey/check-settings.server";
import { openValkey } from "~/quote/valkey/connection.server";
import { makeCopies } from "~/quote/valkey/copies.server";
import { withFallback } from "~/quote/valkey/fallback-outbox.server";
import { keysOf } from "~/quote/valkey/keys.server";
import { makeMaintenance } from "~/quote/valkey/maintenance.server";
import type { Parts } from "~/quote/valkey/parts.server";
import { shareInFlight } from "~/quote/valkey/shared-in-flight.server";
import { makeValkeyLock } from "~/quote/valkey/valkey-lock.server";
import { makeValkeyOutbox } from "~/quote/valkey/valkey-outbox.server";
import { makeWriteErrors } from "~/quote/valkey/write-errors.server";

type Given = Pick<Parts, keyof DeliveryDeps | "folder" | "inFlight" | "firstAttemptMs"> & {
  valkeySettings: NonNullable<Config["valkeySettings"]>;
  keepSentDays: number;
};

/** Composition root where several machines share one Valkey. What it returns replaces this process's own. */
export async function openBackend(parts: Given) {
  const { valkeySettings, folder, firstAttemptMs, log } = parts;
  const { prefix } = valkeySettings;
  const { pollMs } = retryPolicy(parts.waitsS);
  const valkey = await openValkey(valkeySettings.url, log);
  const onValkey = makeValkeyOutbox(valkey, prefix, parts.keepSentDays, log);
  const writeErrors = makeWriteErrors(log, onValkey.advice.unwritable);
  const copies = makeCopies(folder, onValkey, log);
  const inFlight = shareInFlight(parts.inFlight, valkey, prefix, firstAttemptMs);
  const shared = { ...parts, prefix, valkey, onValkey, writeErrors, copies, inFlight };
  const fallback = withFallback(shared);
  const maintain = makeMaintenance({ ...shared, fallback });

  /** Sends what waits: from Valkey, and from the folder while Valkey is away or refuses. */
  function makeSharedRedelivery(folderLock: LeaderLock) {
    const fromFolder = makeRedelivery({
      ...shared,
      outbox: { ...folder, accept: fallback.acceptInFolder },
      leaderLock: {
        ...folderLock,
        acquire: async () => {
          await valkey.settled;
          return (!valkey.isUp() || writeErrors.isRefused()) && folderLock.acquire();
        },
      },
    });
    const fromValkey = makeRedelivery({
      ...shared,
      // That Valkey takes writes does not mean that the folder's trouble is over.
      hourly: hourlyLog(log),
      outbox: { ...onValkey, store: fallback.storeOnValkey, accept: fallback.acceptOnValkey },
      // The holder renews it at each poll, and before each attempt.
      leaderLock: makeValkeyLock(valkey, keysOf(prefix).leader, Math.ceil(2 * pollMs) + firstAttemptMs),
      onError: writeErrors.note,
    });
    let stopped = false;
    let maintaining: Promise<void> | undefined;

    /** One run at a time: Valkey's return and the poll may start one together. */
    const maintainOnce = () => {
      maintaining ??= maintain(folderLock)
        .catch(writeErrors.note)
        .finally(() => {
          maintaining = undefined;
        });
      return maintaining;
    };

    async function run(): Promise<void> {
      void fromFolder.run();
      void fromValkey.run();
      valkey.onUp(async () => {
        await checkSettings(valkey, valkeySettings.hidesSettings, log);
        await maintaining; // It began before Valkey came back.
        await maintainOnce();
      });
      while (!stopped) {
        await maintainOnce();
        await sleep(pollMs, undefined, { ref: false });
      }
    }

    async function stop(): Promise<void> {
      stopped = true;
      await Promise.all([fromFolder.stop(), fromValkey.stop()]);
      valkey.stop();
    }

    return { run, stop };
  }

  return { valkey, prefix, onValkey, outbox: fallback, inFlight, makeRedelivery: makeSharedRedelivery };
}
