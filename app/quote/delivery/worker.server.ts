import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "~/log/error-code";
import { type ClaimDeps, makeClaim } from "~/quote/delivery/claim.server";
import { type Delivery, makeDeliver } from "~/quote/delivery/deliver.server";
import { type FirstAttemptDeps, makeFirstAttempt, outcomeOf } from "~/quote/delivery/first-attempt.server";
import { makeInFlight } from "~/quote/delivery/in-flight.server";
import { makeSettle } from "~/quote/delivery/settle.server";
import { makeUnsavedStates } from "~/quote/delivery/unsaved.server";
import type { Channel } from "~/quote/lifecycle/channel.server";
import { policyOf } from "~/quote/lifecycle/response-classes.server";
import { isDue } from "~/quote/lifecycle/retry-policy.server";
import { statusOf } from "~/quote/lifecycle/status.server";
import type { Snapshot, SnapshotEntry } from "~/quote/outbox/outbox.server";

export type WorkerDeps = FirstAttemptDeps & ClaimDeps;

export type Worker = ReturnType<typeof makeWorker>;

const POLL_MS = 30_000;
const PURGE_MS = 60 * 60 * 1000;
const NOT_PURGED =
  "Accepted requests that are older than KEEP_SENT_DAYS could not be deleted. It is tried again in an hour.";
/** The longest pause between two quotes, in milliseconds. */
const PAUSE_MS = 2_000;
/** Each accepted quote shortens the pause by this factor, down to a sixteenth. */
const FASTER = 0.93;
const FASTEST = 1 / 16;
/** After so many refused quotes in a row the cause is the service, not the quotes. */
const REFUSED_IN_A_ROW = 5;

/** Milliseconds between two polls: how long a channel pauses after a failure. A short first delay shortens it. */
export const pollMsOf = (retryDelaysS: readonly number[]): number =>
  Math.min(POLL_MS, ((retryDelaysS[0] ?? 0) * 1000) / 4);

/**
 * The delivery worker. `firstAttempt` handles a new quote; `run` retries waiting quotes.
 *
 * - Every 30 s one process looks at all waiting quotes. Each channel sends those that are due (`retry-policy`), oldest first,
 *   with pauses. The first failure whose cause is the channel ends its pass: a service that is down gets one quote a poll.
 * - The owner hears of a quote that is given up from `app/monitoring/`, which looks at the outbox after each poll (`watch`).
 * - Delivery is at least once: an attempt without a readable response, or whose acceptance was not saved, is repeated.
 */
export function makeWorker(deps: WorkerDeps) {
  const { outbox, channels, redeliveryLock, retryDelaysS, firstAttemptMs, log, throttledLog, now } = deps;
  const inFlight = makeInFlight(now);
  const unsaved = makeUnsavedStates();
  const deliver = makeDeliver(deps, inFlight, unsaved);
  const claim = makeClaim(deps, deliver);
  const settle = makeSettle(deps, deliver, unsaved);
  const pollMs = pollMsOf(retryDelaysS);
  const pauseMs = Math.min(PAUSE_MS, ((retryDelaysS[0] ?? 0) * 1000) / 10);
  /** The waiting quotes of the last poll, oldest first. */
  let waiting: readonly SnapshotEntry[] = [];
  const busy = new Map<Channel, Promise<void>>();
  let isStopped = false;
  let polling: Promise<unknown> = Promise.resolve();

  /** Looks once at all waiting quotes. `done` resolves when the deliveries that it started are done. */
  async function poll(): Promise<{ snapshot?: Snapshot; done: Promise<unknown> }> {
    // 1. Save what this process could not save before. It needs no lock.
    await settleEach(unsaved.ids());
    // 2. Only the process with the lock goes on.
    if (!(await redeliveryLock.acquire())) return { done: Promise.resolve() };
    // 3. Read the waiting quotes.
    const found = await outbox.snapshot();
    const entries = found.entries.map(unsaved.withUnsavedState);
    const statuses = new Map(entries.map((entry) => [entry, statusOf(entry, channels, now())]));
    waiting = entries.filter((entry) => statuses.get(entry) === "new");
    // 4. Move those that are sent or given up.
    await settleEach(entries.filter((entry) => statuses.get(entry) !== "new").map(({ id }) => id));
    // 5. Let each channel that is not busy deliver what is due.
    for (const channel of channels) {
      if (busy.has(channel)) continue;
      const done = deliverDue(channel)
        .catch(logError)
        .finally(() => busy.delete(channel));
      busy.set(channel, done);
    }
    const snapshot = { ...found, entries: entries.filter((entry) => statuses.get(entry) !== "sent") };
    return { snapshot, done: Promise.all(busy.values()) };
  }

  async function settleEach(ids: readonly string[]): Promise<void> {
    for (const id of ids) if (!inFlight.flightOf(id)) await inFlight.runExclusive(id, () => settle(id)).done;
  }

  const maySend = (quote: Omit<SnapshotEntry, "seenAt">, channel: Channel) =>
    statusOf(quote, channels, now()) === "new" &&
    isDue(quote, channel, now(), { firstAttemptMs, retryDelaysS });

  async function deliverDue(channel: Channel): Promise<void> {
    let list: readonly SnapshotEntry[] = [];
    let next = 0;
    let accepted = 0;
    let refused = 0;
    while (!isStopped && refused < REFUSED_IN_A_ROW) {
      // An older one may have come back since.
      if (list !== waiting) [list, next] = [waiting, 0];
      const entry = list[next++];
      if (!entry) return;
      if (inFlight.flightOf(entry.id) || !maySend(unsaved.withUnsavedState(entry), channel)) continue;
      const state = (await deliverOne(entry.id, channel))?.quote.tries[channel.name];
      if (!state) continue;
      if (!state.accepted && !policyOf(state.class).causedByContent) return;
      if (state.accepted) accepted++;
      refused = state.accepted ? 0 : refused + 1;
      await sleep(pauseMs * Math.max(FASTEST, FASTER ** accepted), undefined, { ref: false });
    }
  }

  /** Delivers a waiting quote, if it is still due. A visitor who sends the same meanwhile sees its outcome. */
  async function deliverOne(id: string, channel: Channel): Promise<Delivery | undefined> {
    let delivery: Delivery | undefined;
    await inFlight.runExclusive(id, async (respond) => {
      const claimed = await claim(id, (quote) => maySend(quote, channel));
      if (!claimed) return;
      delivery = await deliver.deliver(claimed, [channel]);
      respond(outcomeOf(delivery));
    }).done;
    return delivery;
  }

  function logError({ code, name }: NodeJS.ErrnoException): void {
    const { unreadable, unwritable } = outbox.advice;
    if (!code) log("error", "site.fault", { code: name });
    // A disk that hangs can be neither read nor written: logged once.
    else if (code === "ETIMEDOUT")
      throttledLog.log("error", "outbox.unwritable", { code, advice: unwritable });
    else throttledLog.log("error", "outbox.unreadable", { code, advice: unreadable });
  }

  /** Polls until it is stopped. `watch` gets the snapshot of each poll: nothing where another process redelivers, or it failed. */
  async function run(watch = (_?: Snapshot) => {}): Promise<void> {
    let purgedAt = Number.NEGATIVE_INFINITY;
    while (!isStopped) {
      const began = poll().catch(logError);
      polling = began;
      const polled = await began;
      if (polled?.snapshot) throttledLog.clear("outbox.unreadable");
      watch(polled?.snapshot);
      if (performance.now() - purgedAt > PURGE_MS) {
        purgedAt = performance.now();
        const failure = await outbox.purge().then(() => undefined, errorCode);
        if (failure) throttledLog.log("error", "outbox.unwritable", { code: failure, advice: NOT_PURGED });
      }
      await sleep(pollMs, undefined, { ref: false });
    }
  }

  return {
    firstAttempt: makeFirstAttempt(deps, inFlight, deliver),
    poll,
    run,
    /** Waits for the poll and the attempts under way; only then may another process redeliver. */
    stop: async () => {
      isStopped = true;
      await polling;
      await Promise.all(busy.values());
      await redeliveryLock.release();
    },
  };
}
