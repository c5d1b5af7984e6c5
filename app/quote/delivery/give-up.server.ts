import type { DeliveryDeps } from "~/quote/delivery/deliver.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import { isGivenUp } from "~/quote/delivery/retry-policy.server";
import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";

type Deps = Pick<DeliveryDeps, "log" | "now"> & { outbox: FolderOutbox; inFlight: InFlight };

/** Makes the function that moves a request to `dead/` and says so, unless it is being sent or was changed since. */
export function makeGiveUp({ outbox, inFlight, log, now }: Deps) {
  return async function giveUp(id: string): Promise<void> {
    if ((await inFlight.status(id)) === "underWay") return;
    const envelope = await outbox.read(id).catch(() => undefined);
    if (!envelope || !isGivenUp(envelope, now())) return;
    try {
      await outbox.moveToDead(envelope, now());
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      log("error", "outbox.unwritable", { id, fault: code, advice: outbox.advice.unwritable });
      return;
    }
    const advice =
      "Not accepted in 14 days, so it is not tried any more. Read it in dead/ and call the visitor; moved to new/ it is tried again.";
    log("error", "quote.dead", { id, form: envelope.form, advice });
  };
}
