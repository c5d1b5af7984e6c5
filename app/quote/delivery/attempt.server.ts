import { errorCode } from "~/log/error-code";
import type { HourlyLog } from "~/log/hourly-log.server";
import type { Log } from "~/log/log.server";
import { announceArrival, arrivalOf } from "~/quote/delivery/arrival.server";
import type { Channel } from "~/quote/delivery/channel.server";
import { type Rule, ruleOf } from "~/quote/delivery/delivery-classes.server";
import { missing, noted, seenAsSuccess } from "~/quote/delivery/fate.server";
import type { Hands } from "~/quote/delivery/hands.server";
import type { Unnoted } from "~/quote/delivery/unnoted.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { acceptedBy, asSent, type StoredRequest } from "~/quote/outbox/stored-request.server";

export type AttemptDeps = {
  outbox: Outbox;
  hands: Hands;
  unnoted: Unnoted;
  channels: readonly Channel[];
  /** The waits between attempts, in seconds. See `noted`. */
  waitsS: readonly number[];
  log: Log;
  /** Shared, so that one broken disk is logged once. */
  hourly: HourlyLog;
  now: () => Date;
};

/** A request in hand, which several channels may send at once. */
export type InHand = {
  /** With the notes of its attempts so far. */
  request: StoredRequest;
  isStored: boolean;
  /** One note after the other, each with those before it. */
  written?: Promise<unknown>;
};

/** What an attempt led to. `success` is what the visitor sees; `isDone`: no other channel has to accept it. */
export type Made = { success: boolean; isAccepted: boolean; isDone: boolean; rule: Rule };

/** Makes the function that sends a request once by one channel, notes what came of it, and logs it. */
export function makeAttempt({ outbox, hands, unnoted, channels, waitsS, log, hourly, now }: AttemptDeps) {
  return async function attempt(inHand: InHand, channel: Channel): Promise<Made> {
    const { name } = channel;
    const { isStored } = inHand;
    const made = await channel.send(inHand.request);
    const before = inHand.request;
    const { id, form } = before;
    const after = noted(before, name, made, waitsS, now());
    const { count, uncertain, next, accepted } = after.tries[name] ?? {};
    const isAccepted = accepted === true;
    const arrival = arrivalOf(before, isAccepted, channels);
    const request: StoredRequest = arrival ? { ...after, announced: true } : after;
    inHand.request = request;
    const rule = ruleOf(made.class, uncertain);
    const open = isAccepted ? missing(request, channels) : [];
    const isDone = isAccepted && open.length === 0;
    // What is only presumed to be accepted is sent again where the visitor sends it again.
    hands.note(id, isDone && !(rule.presumed && acceptedBy(before).length === 0));
    inHand.written = isStored
      ? Promise.resolve(inHand.written).then(() => write(request, isDone))
      : undefined;
    const success = isAccepted || (isStored && seenAsSuccess({ tries: { [name]: after.tries[name] } }));
    const result = { success, isAccepted, isDone, rule };

    /** For the log; nothing personal. */
    const facts = { id, form, channel: name, attempts: count, ...made };
    if ((await inHand.written) === "gone") {
      log("info", "quote.gone", facts);
      return result;
    }
    if (arrival && isStored) announceArrival(request, arrival, log);
    const said = { ...facts, ...(open.length > 0 && { missing: open }), next, advice: rule.advice };
    if (isAccepted) log(rule.level, "quote.delivered", said);
    else if (isStored) log(rule.level, "quote.kept", said);
    else log(rule.level, "quote.unsent", said);
    return result;
  };

  /** Notes an attempt in the outbox. What that does not take is remembered. */
  async function write(request: StoredRequest, isDone: boolean): Promise<"gone" | undefined> {
    const { id } = request;
    // Another process or the operator took it away meanwhile: a note would bring it back.
    if (!isDone && (await outbox.stamp(id).catch(() => "unknown")) === undefined) return "gone";
    try {
      await (isDone ? outbox.accept(asSent(request)) : outbox.store(request));
      unnoted.forget(id);
    } catch (error) {
      await unnoted.remember(request);
      const code = errorCode(error);
      if (isDone) {
        hourly.log("error", "outbox.unwritable", { id, code, advice: outbox.advice.stays });
      } else {
        const advice = "The request is kept, but the note of this attempt could not be written.";
        log("warn", "outbox.unwritable", { id, code, advice });
      }
    }
    return undefined;
  }
}
