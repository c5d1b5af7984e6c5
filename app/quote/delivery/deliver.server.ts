import { errorCode } from "~/config/error-code";
import type { HourlyLog } from "~/config/hourly-log.server";
import type { Log } from "~/config/log.server";
import { type DeliveryClass, type Rule, ruleOf } from "~/quote/delivery/delivery-classes.server";
import { countAttempt, nextAttemptAt } from "~/quote/delivery/retry-policy.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import type { ChannelName, StoredRequest } from "~/quote/outbox/stored-request.server";
import { projectTypeLabel } from "~/quote/request";

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
  /** The earliest time of the next attempt (ISO 8601); absent if the request was accepted. */
  next?: string;
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
  /** The waits between attempts, in seconds. See `nextAttemptAt`. */
  waitsS: readonly number[];
  log: Log;
  /** Shared, so that one broken disk is logged once. */
  hourly?: HourlyLog;
  now: () => Date;
};

/** Says that a request arrived, for those who watch the log: what it is about and what became of it, nothing personal. */
export function announceArrival(
  { id, form, request }: StoredRequest,
  state: "accepted" | "waiting" | "held" | "suspected",
  log: Log,
): void {
  log("debug", "quote.arrived", { id, form, service: projectTypeLabel(request.projectType), state });
}

/** How many attempts a stored request lists. */
const ATTEMPTS_KEPT = 20;

/** Makes one attempt. Stores nothing and logs nothing; `settle` does. */
export async function deliver(
  request: StoredRequest,
  channel: Channel,
  { waitsS, now }: Pick<DeliveryDeps, "waitsS" | "now">,
): Promise<Delivery> {
  const attempt = await channel.send(request);
  const tried = countAttempt(request.tries[channel.name], attempt);
  const rule = ruleOf(attempt.class, tried.uncertain);
  const visitor = rule.visitor === "by-status" ? byStatus(attempt.status) : rule.visitor;
  const { id, form } = request;
  const facts = { id, form, channel: channel.name, attempts: tried.count, ...attempt };
  const time = now();
  const at = time.toISOString();
  const made = { at, channel: channel.name, class: attempt.class, status: attempt.status, ms: attempt.ms };
  const attempts = [...(request.attempts ?? []), made].slice(-ATTEMPTS_KEPT);
  if (rule.stored === "removed") {
    const sent = { at, channel: channel.name, class: attempt.class };
    return { rule, visitor, record: { ...request, attempts, sent }, facts };
  }
  const next = nextAttemptAt(time, attempt, tried, waitsS);
  const note = { ...tried, next, at, class: attempt.class, status: attempt.status };
  const record = {
    ...request,
    attempts,
    waitingSince: request.waitingSince ?? at,
    tries: { ...request.tries, [channel.name]: note },
  };
  return { rule, visitor, record, next, facts };
}

/** To the visitor a 200 is success whatever its body says: the request is kept and tried again. */
const byStatus = (status: number | undefined) => (status === 200 ? "success" : "error");

export const acceptedVerdict = ({ visitor, rule }: Delivery): Verdict => ({
  visitor,
  stored: "removed",
  ...(rule.remembered === false && { presumed: true }),
});

type Settle = Pick<Outbox, "store" | "accept" | "advice"> & { isGone?: (id: string) => Promise<boolean> };

/**
 * Stores and logs the result of a delivery: an accepted request moves to the sent ones, any other keeps a note of the
 * attempt. Never throws: `isNoted: false` if the note could not be written.
 */
export async function settle(
  delivery: Delivery,
  outbox: Settle,
  log: Log,
): Promise<Verdict & { isNoted: boolean }> {
  const { rule, visitor, record, next, facts } = delivery;
  const { id } = record;
  // A request that was held is known already.
  const isNew = record.attempts?.length === 1 && !record.heldUntil;
  let isNoted = true;
  const failed = (level: "warn" | "error", advice: string) => (error: unknown) => {
    isNoted = false;
    log(level, "outbox.unwritable", { id, code: errorCode(error), advice });
  };
  if (rule.stored === "removed") {
    await outbox.accept(record).catch(failed("error", outbox.advice.unremoved));
    if (isNew) announceArrival(record, "accepted", log);
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
  if (isNew) announceArrival(record, "waiting", log);
  log(rule.level, "quote.kept", { ...facts, next, advice: rule.advice });
  return { visitor, stored: "kept", isNoted };
}
