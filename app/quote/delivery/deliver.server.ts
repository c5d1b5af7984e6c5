import { errorCode } from "~/config/error-code";
import type { HourlyLog } from "~/config/hourly-log.server";
import type { Log } from "~/config/log.server";
import { type Arrival, announceArrival, arrivalOf } from "~/quote/delivery/arrival.server";
import { type DeliveryClass, type Rule, ruleOf } from "~/quote/delivery/delivery-classes.server";
import { unaccepted } from "~/quote/delivery/due.server";
import { countAttempt, nextAttemptAt } from "~/quote/delivery/retry-policy.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import {
  acceptedBy,
  asSent,
  type ChannelName,
  type StoredRequest,
} from "~/quote/outbox/stored-request.server";

/** The result of one attempt. `bytes` counts what was read of the response; `ms` is the whole attempt. */
export type Attempt = {
  class: DeliveryClass;
  status?: number;
  bytes: number;
  ms: number;
  retryAfterS?: number;
  /** The code of a network error, e.g. "ECONNREFUSED". */
  code?: string;
};

/** A way to the owner. `send` makes one attempt, and never throws for what the network or the other side does. */
export type Channel = {
  name: ChannelName;
  /** How old a request must be before this channel sends it, in milliseconds; 0 sends at once. */
  afterMs: number;
  send: (request: StoredRequest) => Promise<Attempt>;
};

/** What follows from an attempt: the table's rule, what the visitor sees, and the request as it should now be stored. */
export type Delivery = {
  rule: Rule;
  visitor: "success" | "error";
  record: StoredRequest;
  isAccepted: boolean;
  /** Accepted, and no other channel has to accept it. */
  isDone: boolean;
  /** Probably accepted, and by no other channel for sure. */
  isPresumed: boolean;
  /** The earliest time of the next attempt (ISO 8601); absent if this channel accepted the request. */
  next?: string;
  arrival?: Arrival;
  /** For the log; nothing personal. */
  facts: Record<string, unknown>;
};

/**
 * The result for everybody who waits for the same request: what the visitor sees, and whether the request was accepted
 * (`removed`), waits in the outbox (`kept`), or is nowhere (`lost`).
 */
export type Verdict = {
  visitor: "success" | "error";
  stored: "removed" | "kept" | "lost";
  /** Probably accepted, so the same request sent again is sent again. */
  presumed?: true;
  /** Over the limit: when the visitor may try again. */
  retryAfterS?: number;
};

export type DeliveryDeps = {
  channels: readonly Channel[];
  /** The waits between attempts, in seconds. See `nextAttemptAt`. */
  waitsS: readonly number[];
  log: Log;
  /** Shared, so that one broken disk is logged once. */
  hourly?: HourlyLog;
  now: () => Date;
};

/** How many attempts a stored request lists. */
const ATTEMPTS_KEPT = 20;

type Deps = Pick<DeliveryDeps, "channels" | "waitsS" | "now">;

/** Makes one attempt. Stores nothing and logs nothing; `settle` does. */
export const deliver = async (request: StoredRequest, channel: Channel, deps: Deps): Promise<Delivery> =>
  conclude(request, channel, await channel.send(request), deps);

/** What follows from an attempt that was made. */
export function conclude(
  request: StoredRequest,
  channel: Channel,
  attempt: Attempt,
  { channels, waitsS, now }: Deps,
): Delivery {
  const tried = countAttempt(request.tries[channel.name], attempt);
  const rule = ruleOf(attempt.class, tried.uncertain);
  const { id, form } = request;
  const time = now();
  const at = time.toISOString();
  const made = { at, channel: channel.name, class: attempt.class, status: attempt.status, ms: attempt.ms };
  const attempts = [...(request.attempts ?? []), made].slice(-ATTEMPTS_KEPT);
  const isAccepted = rule.stored === "removed";
  const next = isAccepted ? undefined : nextAttemptAt(time, attempt, tried, waitsS);
  const accepted = isAccepted || undefined;
  // To the visitor a 2xx is success whatever its body says: the request is kept and tried again.
  const is2xx = Math.floor((attempt.status ?? 0) / 100) === 2 && !rule.uncertain;
  const visitor = isAccepted || is2xx ? "success" : "error";
  const note = { ...tried, next, at, class: attempt.class, status: attempt.status, accepted };
  const tries = { ...request.tries, [channel.name]: note };
  const missing = isAccepted ? unaccepted({ tries }, channels) : [];
  const isDone = isAccepted && missing.length === 0;
  const waitingSince = isAccepted ? request.waitingSince : (request.waitingSince ?? at);
  const noted = { ...request, attempts, waitingSince, tries };
  const record = isDone ? asSent(noted) : noted;
  const facts = {
    ...{ id, form, channel: channel.name, attempts: tried.count, ...attempt },
    ...(missing.length > 0 && { missing }),
  };
  const isPresumed = rule.presumed === true && acceptedBy(request).length === 0;
  const arrival = arrivalOf(request, isAccepted, channels);
  return { rule, visitor, record, isAccepted, isDone, isPresumed, next, arrival, facts };
}

export const acceptedVerdict = ({ visitor, isPresumed }: Delivery): Verdict => ({
  visitor,
  stored: "removed",
  ...(isPresumed && { presumed: true }),
});

type Settle = Pick<Outbox, "store" | "accept" | "advice"> & { isGone?: (id: string) => Promise<boolean> };

/**
 * Stores and logs the result of a delivery: a request that is done moves to the sent ones, any other keeps a note of the
 * attempt. Never throws: `isNoted: false` if the note could not be written.
 */
export async function settle(
  delivery: Delivery,
  outbox: Settle,
  log: Log,
): Promise<Verdict & { isNoted: boolean }> {
  const { rule, visitor, record, isAccepted, next, facts } = delivery;
  const { id } = record;
  const announce = () => delivery.arrival && announceArrival(record, delivery.arrival, log);
  let isNoted = true;
  const failed = (level: "warn" | "error", advice: string) => (error: unknown) => {
    isNoted = false;
    log(level, "outbox.unwritable", { id, code: errorCode(error), advice });
  };
  if (delivery.isDone) {
    await outbox.accept(record).catch(failed("error", outbox.advice.unremoved));
    announce();
    log(rule.level, "quote.delivered", { ...facts, advice: rule.advice });
    return { ...acceptedVerdict(delivery), isNoted };
  }
  // Another process or the operator took it away while this one was frozen: a note would bring it back.
  if (await outbox.isGone?.(id)) {
    log("info", "quote.gone", facts);
    return { visitor, stored: "kept", isNoted };
  }
  const advice = "The request is kept, but the note of this attempt could not be written.";
  await outbox.store(record).catch(failed("warn", advice));
  announce();
  if (isAccepted) log(rule.level, "quote.delivered", { ...facts, advice: rule.advice });
  else log(rule.level, "quote.kept", { ...facts, next, advice: rule.advice });
  return { visitor, stored: "kept", isNoted };
}
