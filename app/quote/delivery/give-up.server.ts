import { errorCode } from "~/config/error-code";
import type { DeliveryDeps } from "~/quote/delivery/deliver.server";
import { isSpent } from "~/quote/delivery/delivery-classes.server";
import { isGivenUp, unaccepted } from "~/quote/delivery/due.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import type { Entry, Outbox } from "~/quote/outbox/outbox.server";
import { acceptedBy, asSent, type StoredRequest } from "~/quote/outbox/stored-request.server";

type Deps = Pick<DeliveryDeps, "channels" | "log" | "hourly" | "now"> & {
  outbox: Outbox;
  inFlight: InFlight;
};

/** Makes the function that ends a request that no channel tries any more: in `sent/` if one accepted it, else in `dead/`. */
export const makeGiveUp = ({ outbox, inFlight, channels, log, hourly, now }: Deps) => {
  /** Accepted by all that the settings name by now: DELIVERY was both before. */
  const isDone = (request: Pick<StoredRequest, "tries">) =>
    acceptedBy(request).length > 0 && unaccepted(request, channels).length === 0;
  /** Some channel could accept it, but each that has not may not send it again. */
  const isSpentEverywhere = ({ tries }: Pick<StoredRequest, "tries">) =>
    channels.length > 0 && channels.every(({ name }) => tries[name]?.accepted || isSpent(tries[name]));
  const isOver = (request: Omit<Entry, "seenAt">) =>
    isDone(request) || isSpentEverywhere(request) || isGivenUp(request, now());

  return async function giveUp(entry: Omit<Entry, "seenAt">): Promise<void> {
    const { id } = entry;
    if (!isOver(entry) || inFlight.isUnderWay(id)) return;
    const request = await outbox.read(id).catch(() => undefined);
    if (!request || !isOver(request)) return;
    const isSent = acceptedBy(request).length > 0;
    try {
      if (isSent) await outbox.accept(asSent(request));
      else await outbox.moveToDead(request, now());
    } catch (error) {
      const facts = { id, code: errorCode(error), advice: outbox.advice.unwritable };
      return hourly.log("error", "outbox.unwritable", facts);
    }
    const { form } = request;
    const missing = unaccepted(request, channels);
    if (!isSent) {
      const why = isSpentEverywhere(request)
        ? "Each attempt ended in a redirect, which may have been thanks, so it is not sent again. Check your mailbox. If it is not there, read it"
        : "Not accepted in 14 days, so it is not tried any more. Read it";
      const advice = `${why} (npm run outbox show ID) and call the visitor; \`npm run outbox again ID\` sends it once more.`;
      log("error", "quote.dead", { id, form, advice });
    } else if (missing.length > 0) {
      const advice =
        "This request reached you by one channel only: the other never accepted it and is not tried any more. The last quote.kept line says why.";
      log("error", "quote.halved", { id, form, missing, advice });
    }
  };
};
