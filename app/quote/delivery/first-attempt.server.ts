import { countedLog } from "~/log/counted-log.server";
import { errorCode } from "~/log/error-code";
import { logArrival } from "~/quote/delivery/arrival.server";
import { type Deliver, type DeliverDeps, type Delivery, isSuccess } from "~/quote/delivery/deliver.server";
import type { InFlight, Respond } from "~/quote/delivery/in-flight.server";
import { immediateChannels } from "~/quote/lifecycle/channel.server";
import { acceptedBy, statusOf } from "~/quote/lifecycle/status.server";
import { SAME_QUOTE_MS, type StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { announced } from "~/quote/lifecycle/transitions.server";
import { DiskTimeout } from "~/quote/outbox/folder/io-limiter.server";
import type { Outcome } from "~/quote/outcome";

/** `attemptMs`: how long an attempt of a channel may take, in milliseconds. */
export type FirstAttemptDeps = DeliverDeps & { attemptMs: number };

type Limits = {
  /** Returns an outcome if there are too many requests: then nothing is sent. */
  rateLimit: () => Promise<Outcome | undefined>;
  /** When it resolves, the visitor sees what is known by then; the work goes on. */
  deadline: Promise<unknown>;
};

const SENT: Outcome = { kind: "sent" };
const failed = ({ request }: StoredQuote): Outcome => ({ kind: "failed", values: request });

export const outcomeOf = (delivery: Delivery): Outcome =>
  isSuccess(delivery) ? SENT : failed(delivery.quote);

/** Makes the function that takes a new quote from its visitor to the owner, or into the outbox. */
export function makeFirstAttempt(
  deps: FirstAttemptDeps,
  inFlight: InFlight,
  { deliver, read, isWaiting, save }: Deliver,
) {
  const { outbox, channels, firstAttemptMs, attemptMs, log, throttledLog, now } = deps;
  const immediate = immediateChannels(channels);
  const repeats = countedLog(log);

  /**
   * 1. A repeat gets the outcome of the first. 2. Over a limit nothing is sent. 3. It is stored; where it cannot be, all
   * channels try it in turn. 4. Each immediate channel tries it. 5. The visitor sees success as soon as one accepts; the rest goes on.
   */
  return function firstAttempt(quote: StoredQuote, { rateLimit, deadline }: Limits): Promise<Outcome> {
    let known: Delivery = { quote, isStored: false };
    const began = performance.now();
    return Promise.race([run(), deadline.then(() => outcomeOf(known))]);

    async function run(): Promise<Outcome> {
      for (let other = inFlight.flightOf(quote.id); other; other = inFlight.flightOf(quote.id)) {
        const joined = await other.outcome.catch(() => undefined);
        if (joined) return repeat(quote, joined);
        await other.done.catch(() => {}); // It broke off: this one is sent by itself.
      }
      // No await between the last check and this: an identical quote could come in between.
      const flight = inFlight.runExclusive(quote.id, async (respond) => {
        if (inFlight.isRepeat(quote.id) || (await isPartlyDelivered(quote.id)))
          return respond(repeat(quote, SENT));
        const limited = await rateLimit();
        if (limited) return respond(limited);
        const stored = immediate.length > 0 ? quote : announced(quote);
        const inserted = await outbox.insert(stored).catch((error: Error) => error);
        if (inserted === "inserted") return sendStored(respond);
        if (inserted instanceof Error) return sendUnstored(respond, inserted);
        // Another process has just tried an equal one.
        const other = inserted === "sent" ? SENT : outcomeOf({ quote: inserted.other, isStored: true });
        return respond(repeat(quote, other));
      });
      return (await flight.outcome) as Outcome;
    }

    async function sendStored(respond: Respond): Promise<void> {
      const { id, form } = quote;
      known = { quote, isStored: true };
      throttledLog.clear("outbox.unwritable");
      log("info", "quote.received", { id, form, stored: true });
      if (immediate.length === 0) {
        const advice = "FORWARD_URL is not set, so nothing is sent. The request is in the outbox.";
        logArrival(quote, "waiting", log);
        log("warn", "quote.attempt_failed", { id, form, class: "unconfigured", stored: true, advice });
        return respond(SENT);
      }
      // Storing it took so long (the process stood still) that another process may be sending it before an attempt ends.
      if (performance.now() - began > firstAttemptMs - attemptMs) return respond(failed(quote));
      known = await deliver(known, immediate, (delivery) => {
        known = delivery;
        if (isSuccess(delivery)) respond(SENT);
      });
      // It was deleted while it was being sent, or PostgreSQL was restored from a backup.
      if (!known.isStored && acceptedBy(known.quote).length === 0) logLost(quote);
      respond(failed(quote)); // No effect if a channel has accepted it: the first response counts.
    }

    /** Tries each channel, one after the other: the outbox could not store the quote. */
    async function sendUnstored(respond: Respond, error: Error): Promise<void> {
      const { id, form } = quote;
      const { unwritable: advice } = outbox.advice;
      throttledLog.log("error", "outbox.unwritable", { id, code: errorCode(error), advice });
      log("info", "quote.received", { id, form, stored: false });
      for (const channel of channels) {
        known = await deliver(known, [channel]);
        if (statusOf(known.quote, channels, now()) === "sent") break;
      }
      if (acceptedBy(known.quote).length === 0) {
        logLost(quote);
        return respond(failed(quote));
      }
      logArrival(known.quote, "accepted", log);
      respond(SENT);
      // Still in flight: a write that timed out may land in new/ after all, and must not be sent again.
      if (error instanceof DiskTimeout) await error.late?.catch(() => {});
      if (await isWaiting(id)) await save(known.quote, statusOf(known.quote, channels, now()));
    }
  };

  function repeat({ id, form }: StoredQuote, outcome: Outcome): Outcome {
    repeats.log("info", "quote.repeated", { id, form }, id);
    return outcome;
  }

  /** Whether one of two immediate channels accepted it within the hour and the other still tries: a repeat is not sent. */
  async function isPartlyDelivered(id: string): Promise<boolean> {
    if (immediate.length < 2) return false;
    const stored = await read(id);
    return Object.values(stored?.tries ?? {}).some(
      ({ accepted, at }) => accepted && Math.abs(now().getTime() - Date.parse(at)) < SAME_QUOTE_MS,
    );
  }

  function logLost({ id, form }: StoredQuote): void {
    log("error", "quote.lost", {
      id,
      form,
      advice: "Nothing was kept. The visitor saw the error and was asked to call.",
    });
  }
}
