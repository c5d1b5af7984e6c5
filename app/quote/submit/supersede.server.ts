import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "~/config/error-code";
import type { Log } from "~/config/log.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { acceptedBy } from "~/quote/outbox/stored-request.server";

/** How often it looks whether an attempt has ended, in milliseconds. */
const POLL_MS = 50;

type Deps = { outbox: Pick<Outbox, "read" | "remove">; inFlight: InFlight; log: Log };

/**
 * Makes the function that removes the request that a corrected one replaces, once no attempt for it is under way. What one
 * channel has accepted stays: the owner knows it.
 */
export const makeSupersede =
  ({ outbox, inFlight, log }: Deps) =>
  async (id: string, by: string): Promise<void> => {
    while ((await inFlight.status(id)) === "underWay") await sleep(POLL_MS);
    try {
      const replaced = await outbox.read(id);
      if (!replaced || acceptedBy(replaced).length > 0) return;
      await outbox.remove(id);
      log("info", "quote.superseded", { id, by });
    } catch (error) {
      const advice = "The earlier version of this request could not be removed, so it may be sent too.";
      log("warn", "outbox.unwritable", { id, code: errorCode(error), advice });
    }
  };
