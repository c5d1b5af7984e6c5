import type { Deliver, DeliverDeps } from "~/quote/delivery/deliver.server";
import type { UnsavedStates } from "~/quote/delivery/unsaved.server";
import {
  acceptedBy,
  attemptsExhausted,
  mayHaveArrived,
  missingChannels,
  statusOf,
} from "~/quote/lifecycle/status.server";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";

/** Makes `settle`: moves a quote in flight that is sent or given up to that status, and saves an unsaved result. */
export function makeSettle(
  { channels, log, now }: Pick<DeliverDeps, "channels" | "log" | "now">,
  { read, isWaiting, save }: Deliver,
  unsaved: UnsavedStates,
) {
  return async function settle(id: string): Promise<void> {
    const quote = await read(id);
    if (!quote && !(await isWaiting(id))) unsaved.removed(id);
    const status = quote && statusOf(quote, channels, now());
    if (!status || (status === "new" && !unsaved.has(id))) return;
    if ((await save(quote, status)) === "saved" && status !== "new") logFinal(quote);
  };

  function logFinal(quote: StoredQuote): void {
    const { id, form } = quote;
    const missing = missingChannels(quote, channels);
    if (acceptedBy(quote).length === 0) {
      const why = attemptsExhausted(quote, channels)
        ? "Each attempt ended in a redirect, which may have meant success, so it is not sent again. Check your mailbox. If nothing is there, read the request"
        : `Not accepted in 14 days, so it is not tried anymore.${mayHaveArrived(quote) ? " It may have arrived: look in your mailbox." : ""} Read it`;
      const advice = `${why} (outbox show ID, see docs/operating.md) and call the visitor; \`outbox again ID\` sends it once more.`;
      log("error", "quote.dead", { id, form, advice });
    } else if (missing.length > 0) {
      const advice =
        "This request reached you by one channel only: the other never accepted it and is not tried anymore. The last quote.attempt_failed line says why.";
      log("error", "quote.partial", { id, form, missing, advice });
    }
  }
}
