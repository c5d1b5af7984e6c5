import { errorCode } from "~/config/error-code";
import type { HourlyLog } from "~/config/hourly-log.server";
import type { Log } from "~/config/log.server";
import { announceArrival, arrivalOf } from "~/quote/delivery/arrival.server";
import { type DeliveryClass, ruleOf } from "~/quote/delivery/delivery-classes.server";
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

/** What follows from an attempt. See `conclude`. */
export type Delivery = ReturnType<typeof conclude>;

/** The result for all who wait for the same request. `removed`: accepted. `kept`: in the outbox. `lost`: nowhere. */
export type Verdict = {
  visitor: "success" | "error";
  stored: "removed" | "kept" | "lost";
  /** Probably accepted, and by no other channel for sure: the same request sent again is sent again. */
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
  hourly: HourlyLog;
  now: () => Date;
};

/** How many attempts a stored request lists. */
const ATTEMPTS_KEPT = 20;

type Deps = Pick<DeliveryDeps, "channels" | "waitsS" | "now">;

/** Makes one attempt. Stores nothing and logs nothing; `settle` does. */
export const deliver = async (request: StoredRequest, channel: Channel, deps: Deps): Promise<Delivery> =>
  conclude(request, channel, await channel.send(request), deps);

/** What follows from an attempt: the table's rule, the verdict, and the request as it should now be stored. */
export function conclude(
  request: StoredRequest,
  channel: Channel,
  attempt: Attempt,
  { channels, waitsS, now }: Deps,
) {
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
  const note = { ...tried, next, at, class: attempt.class, status: attempt.status, accepted };
  const tries = { ...request.tries, [channel.name]: note };
  const missing = isAccepted ? unaccepted({ tries }, channels) : [];
  /** Accepted, and no other channel has to accept it. */
  const isDone = isAccepted && missing.length === 0;
  const waitingSince = isAccepted ? request.waitingSince : (request.waitingSince ?? at);
  const arrival = arrivalOf(request, isAccepted, channels);
  const announced = arrival ? (true as const) : request.announced;
  const noted = { ...request, announced, attempts, waitingSince, tries };
  const record: StoredRequest = isDone ? asSent(noted) : noted;
  // To the visitor an HTTP 2xx is success whatever its body says: the request is kept and tried again.
  const isHttp2xx =
    channel.name === "forward" && Math.floor((attempt.status ?? 0) / 100) === 2 && !rule.uncertain;
  const verdict: Verdict = {
    visitor: isAccepted || isHttp2xx ? "success" : "error",
    stored: isDone ? "removed" : "kept",
    presumed: acceptedBy(request).length === 0 ? rule.presumed : undefined,
  };
  /** For the log; nothing personal. */
  const facts = {
    ...{ id, form, channel: channel.name, attempts: tried.count, ...attempt },
    ...(missing.length > 0 && { missing }),
  };
  return { rule, verdict, record, isAccepted, isDone, next, arrival, facts };
}

/** Stores and logs the result of a delivery. `isNoted: false` if it could not be stored. */
export async function settle(
  delivery: Delivery,
  outbox: Pick<Outbox, "store" | "accept" | "isGone">,
  { log, hourly }: Pick<DeliveryDeps, "log" | "hourly">,
) {
  const { rule, verdict, record, isAccepted, isDone, next, arrival, facts } = delivery;
  const { id } = record;
  // Another process or the operator took it away while this one was frozen: a note would bring it back.
  if (!isDone && (await outbox.isGone(id))) {
    log("info", "quote.gone", facts);
    return { ...verdict, isNoted: true };
  }
  const stored = isDone ? outbox.accept(record) : outbox.store(record);
  const error = await stored.catch((reason: Error) => reason);
  if (error && isDone) {
    const advice =
      "The request was accepted but still waits. Make OUTBOX_DIR writable and check its disk. If the site stops before that, delete the request (npm run outbox forget ID), or it is sent again.";
    hourly.log("error", "outbox.unwritable", { id, code: errorCode(error), advice });
  } else if (error) {
    const advice = "The request is kept, but the note of this attempt could not be written.";
    log("warn", "outbox.unwritable", { id, code: errorCode(error), advice });
  }
  if (arrival) announceArrival(record, arrival, log);
  const said = { ...facts, next, advice: rule.advice };
  if (isAccepted) log(rule.level, "quote.delivered", said);
  else log(rule.level, "quote.kept", said);
  return { ...verdict, isNoted: !error };
}
