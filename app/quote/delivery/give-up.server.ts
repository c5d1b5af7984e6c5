import { errorCode } from "~/config/error-code";
import type { DeliveryDeps } from "~/quote/delivery/deliver.server";
import { isGivenUp } from "~/quote/delivery/due.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import type { Backlog } from "~/quote/outbox/outbox.server";

type Deps = Pick<DeliveryDeps, "log" | "now"> & { outbox: Backlog; inFlight: InFlight };

/** Makes the function that moves a request to `dead/` and logs it, unless it is being sent or has changed. */
export const makeGiveUp =
  ({ outbox, inFlight, log, now }: Deps) =>
  async (id: string): Promise<void> => {
    if ((await inFlight.status(id)) === "underWay") return;
    const request = await outbox.read(id).catch(() => undefined);
    if (!request || !isGivenUp(request, now())) return;
    try {
      await outbox.moveToDead(request, now());
    } catch (error) {
      const facts = { id, code: errorCode(error), advice: outbox.advice.unwritable };
      return log("error", "outbox.unwritable", facts);
    }
    log("error", "quote.dead", { id, form: request.form, advice: outbox.advice.dead });
  };
