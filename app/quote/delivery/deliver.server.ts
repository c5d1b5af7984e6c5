import { errorCode } from "~/log/error-code";
import type { Log } from "~/log/log.server";
import type { ThrottledLog } from "~/log/throttled-log.server";
import { logArrival } from "~/quote/delivery/arrival.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import type { UnsavedStates } from "~/quote/delivery/unsaved.server";
import { adviceOf } from "~/quote/lifecycle/advice.server";
import type { AttemptResult, Channel } from "~/quote/lifecycle/channel.server";
import { policyOf } from "~/quote/lifecycle/response-classes.server";
import type { RetryTimes } from "~/quote/lifecycle/retry-policy.server";
import { acceptedBy, missingChannels, visitorSeesSuccess } from "~/quote/lifecycle/status.server";
import type { Status, StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { announced, arrivalState, attempted, gaveUp, sent } from "~/quote/lifecycle/transitions.server";
import { DiskTimeout } from "~/quote/outbox/folder/io-limiter.server";
import type { Outbox } from "~/quote/outbox/outbox.server";

/** A quote on its way, as far as this process knows. */
export type Delivery = {
  quote: StoredQuote;
  /** Whether the outbox holds it. */
  isStored: boolean;
  /** When it was sent before, as its file says: the operator requeued it. */
  sentBefore?: string;
};

export type DeliverDeps = RetryTimes & {
  outbox: Outbox;
  channels: readonly Channel[];
  log: Log;
  /** Shared, so that one broken disk is logged once. */
  throttledLog: ThrottledLog;
  now: () => Date;
};

export type Deliver = ReturnType<typeof makeDeliver>;

/** Whether the visitor of a quote sees success by now. One that is not stored must have been accepted. */
export const isSuccess = ({ quote, isStored }: Delivery): boolean =>
  isStored ? visitorSeesSuccess(quote) : acceptedBy(quote).length > 0;

/** Sends a quote and saves what came of it. */
export function makeDeliver(deps: DeliverDeps, inFlight: InFlight, unsaved: UnsavedStates) {
  const { outbox, channels, retryDelaysS, log, throttledLog, now } = deps;

  /** Reads a waiting quote, with what could not be saved of it. */
  async function read(id: string): Promise<StoredQuote | undefined> {
    const found = await outbox.read(id).catch(() => undefined);
    return found && unsaved.withUnsavedState(found);
  }

  /** Whether it waits, or nobody can tell. */
  const isWaiting = async (id: string) => (await outbox.text("new", id).catch(() => "")) !== undefined;

  /**
   * Saves a quote where it belongs. If that fails it is remembered, and the worker saves it later. Returns "removed" if another
   * process or the operator took it away meanwhile: saved, it would come back.
   */
  async function save(quote: StoredQuote, status: Status, sentBefore?: string) {
    const { id } = quote;
    if (status === "new" && !(await isWaiting(id))) return "removed" as const;
    // An older write that is still open may replace this one, so the state is kept until a poll has settled it.
    const isOverdue = unsaved.isOverdue(id);
    try {
      if (status === "new") await outbox.update(quote);
      else if (status === "sent") await outbox.markSent(sent(quote));
      else await outbox.markDead(gaveUp(quote, now()));
      if (isOverdue) unsaved.add(quote, sentBefore);
      else unsaved.forget(id);
      return "saved" as const;
    } catch (error) {
      unsaved.add(quote, sentBefore);
      if (error instanceof DiskTimeout && error.late) void unsaved.addOverdue(id, error.late);
      const { stays, unwritable } = outbox.advice;
      const advice = status === "sent" ? stays : unwritable;
      throttledLog.log("error", "outbox.unwritable", { id, code: errorCode(error), advice });
      return "unsaved" as const;
    }
  }

  /**
   * Sends a quote by some channels at the same time. Each result is applied, saved and logged, one after the other. `onResult`
   * gets what is known by then.
   */
  async function deliver(
    start: Delivery,
    through: readonly Channel[],
    onResult: (delivery: Delivery) => void = () => {},
  ): Promise<Delivery> {
    let current = start;
    let saving: Promise<unknown> = Promise.resolve();

    async function attempt(channel: Channel): Promise<void> {
      const result = await channel.send(start.quote);
      const applied = apply(current.quote, channel, result);
      const { quote, isDone } = applied;
      current = { ...current, quote };
      if (current.isStored) {
        const saved = saving.then(() => save(quote, isDone ? "sent" : "new", start.sentBefore));
        saving = saved;
        if ((await saved) === "removed") current = { ...current, isStored: false };
      }
      logResult({ ...applied, channel, result }, current.isStored, start.isStored);
      onResult(current);
    }

    await Promise.all(through.map(attempt));
    return current;
  }

  /** The quote after an attempt. `isDone`: its status is sent. `arrival`: what the owner hears of a new one. */
  function apply(before: StoredQuote, channel: Channel, result: AttemptResult) {
    const after = attempted(before, channel.name, result, retryDelaysS, now());
    const isAccepted = after.tries[channel.name]?.accepted === true;
    const arrival = arrivalState(before, isAccepted, channels);
    const quote = arrival ? announced(after) : after;
    const isDone = isAccepted && missingChannels(quote, channels).length === 0;
    // If it is only presumed to be accepted, a repeat by the visitor is sent.
    inFlight.remember(quote.id, isDone && !policyOf(result.class).presumed);
    return { quote, isDone, arrival };
  }

  type Applied = ReturnType<typeof apply> & { channel: Channel; result: AttemptResult };

  function logResult(applied: Applied, isStored: boolean, wasStored: boolean): void {
    const { quote, isDone, arrival, channel, result } = applied;
    const { id, form } = quote;
    const state = quote.tries[channel.name];
    const facts = { id, form, channel: channel.name, attempts: state?.count, ...result };
    if (wasStored && !isStored) return void log("info", "quote.removed", facts);
    if (arrival && isStored) logArrival(quote, arrival, log, visitorSeesSuccess(quote));
    const { level, advice: words } = policyOf(result.class, state?.uncertain);
    const advice = words && adviceOf(result, state?.uncertain);
    const missing = state?.accepted && !isDone ? { missing: missingChannels(quote, channels) } : {};
    const what = { ...facts, next: isStored ? state?.next : undefined, advice, ...missing };
    if (state?.accepted) log(level, "quote.delivered", what);
    else log(level, "quote.attempt_failed", { ...what, stored: isStored });
  }

  return { read, isWaiting, save, deliver };
}
