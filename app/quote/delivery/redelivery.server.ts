import { setTimeout as sleep } from "node:timers/promises";
import type { ChannelWatch } from "~/quote/delivery/channel-watch.server";
import {
  type Channel,
  type Delivery,
  type DeliveryDeps,
  deliver,
  settle,
} from "~/quote/delivery/deliver.server";
import { isSpent } from "~/quote/delivery/delivery-classes.server";
import { dueInMs, isGivenUp, makeOverdueAlert } from "~/quote/delivery/due.server";
import { makeGiveUp } from "~/quote/delivery/give-up.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import { REFUSED_IN_A_ROW, retryPolicy } from "~/quote/delivery/retry-policy.server";
import { makeDamagedReport } from "~/quote/outbox/damaged-report.server";
import type { LeaderLock } from "~/quote/outbox/leader-lock.server";
import type { Entry, Outbox } from "~/quote/outbox/outbox.server";
import {
  acceptedBy,
  parseStoredRequest,
  type StoredRequest,
  startOver,
} from "~/quote/outbox/stored-request.server";

export type RedeliveryDeps = DeliveryDeps & {
  outbox: Outbox;
  inFlight: InFlight;
  /** Only one of several processes on an outbox redelivers. */
  leaderLock: LeaderLock;
  channelWatch: Pick<ChannelWatch, "review">;
  /** How long only the process that took a request may send it, in milliseconds. */
  firstAttemptMs: number;
};

const RESTORED =
  "This request waited again, as after a restored backup, but it was accepted before: it is in sent/, and is not sent twice. To send it once more: npm run outbox again ID.";

/** Whether `sent/` has this very request: it waits because a backup was restored. `again` marks what it brings back. */
const isRestored = ({ receivedAt, sent }: StoredRequest, copy = "") =>
  !sent && parseStoredRequest(copy)?.receivedAt === receivedAt;

const SWEEP_MS = 60 * 60 * 1000;

/**
 * Resends waiting requests: each channel sends those that are due, oldest first, one at a time with a pause between them.
 * When the service is failing the channel rests until the next poll. No timer keeps the process alive.
 */
export function makeRedelivery(deps: RedeliveryDeps) {
  const { outbox, inFlight, channels, leaderLock, firstAttemptMs, log, hourly, now } = deps;
  const { pollMs, longestMs, spacingAfter } = retryPolicy(deps.waitsS);
  const alertOverdue = makeOverdueAlert(log);
  const giveUp = makeGiveUp(deps);
  const reportDamaged = makeDamagedReport(log);
  const busy = new Map<Channel, Promise<void>>();
  /** The tries of requests where the disk did not take the note of the last one. */
  const unnoted = new Map<string, Entry["tries"]>();
  let stopped = false;

  /** Reads the outbox once and starts each channel that is not busy. `over` resolves when they are done. */
  async function poll(): Promise<{ over: Promise<unknown> }> {
    if (!(await leaderLock.acquire())) return { over: Promise.resolve() };
    const { entries, damaged, damagedSince = "" } = await outbox.index();
    reportDamaged(damaged);
    const partial = entries.filter((entry) => acceptedBy(entry).length > 0);
    const waiting = entries.filter((entry) => acceptedBy(entry).length === 0);
    const damagedMs = now().getTime() - Date.parse(damagedSince) || 0;
    alertOverdue("waiting", waiting.length + damaged.length, Math.max(oldestMs(waiting), damagedMs));
    alertOverdue("partial", partial.length, oldestMs(partial));
    for (const entry of entries) await giveUp(entry);
    for (const channel of channels) {
      if (busy.has(channel)) continue;
      const over = drainChannel(channel, entries)
        .catch(onError)
        .finally(() => busy.delete(channel));
      busy.set(channel, over);
    }
    return { over: Promise.all(busy.values()) };
  }

  /**
   * By the clock, or since this process first saw it: a clock that was set back must not hide what waits. The time for which a
   * request is held does not count.
   */
  const waitedMs = ({ receivedAt, heldUntil = receivedAt, seenAt }: Entry) =>
    Math.max(now().getTime() - Date.parse(receivedAt), performance.now() - seenAt) -
    (Date.parse(heldUntil) - Date.parse(receivedAt));
  const oldestMs = (entries: readonly Entry[]) =>
    entries.reduce((longest, entry) => Math.max(longest, waitedMs(entry)), 0);

  async function drainChannel(channel: Channel, entries: readonly Entry[]): Promise<void> {
    let accepted = 0;
    let refused = 0;
    for (const entry of entries) {
      if (stopped || refused === REFUSED_IN_A_ROW) return;
      if (!mayGo(withTries(entry), channel)) continue;
      const result = await attempt(channel, entry.id);
      if (result === "rest") return;
      if (!result) continue;
      refused = result === "refused" ? refused + 1 : 0;
      if (result === "accepted") accepted++;
      await sleep(spacingAfter(accepted), undefined, { ref: false });
    }
  }

  const mayGo = (request: Omit<Entry, "seenAt">, channel: Channel) =>
    !isGivenUp(request, now()) &&
    !request.tries[channel.name]?.accepted &&
    !isSpent(request.tries[channel.name]) &&
    dueInMs(request, channel, now(), { firstAttemptMs, longestMs }) === 0;

  const withTries = <T extends Pick<Entry, "id" | "tries">>(request: T): T => ({
    ...request,
    tries: unnoted.get(request.id) ?? request.tries,
  });

  /** Makes one attempt, if it is still due. "rest": the channel should rest. */
  async function attempt(channel: Channel, id: string): Promise<"accepted" | "refused" | "rest" | undefined> {
    const [found, copy] = await Promise.all([
      outbox.read(id).catch(() => undefined),
      outbox.text("sent", id).catch(() => undefined),
    ]);
    if (!found || inFlight.isUnderWay(id)) return undefined;
    if (outbox.isDone(found)) {
      await outbox.accept(found).catch(() => {}); // The log has this error already.
      return undefined;
    }
    if (isRestored(found, copy)) {
      await outbox.remove(id).catch(() => {});
      log("warn", "quote.restored", { id, form: found.form, advice: RESTORED });
      return undefined;
    }
    // If it had left `new/`, the operator moved it back, or a visitor sent it again.
    inFlight.forget(id);
    const request = withTries(found.sent ? startOver(found) : found);
    if (!mayGo(request, channel)) return undefined;
    // Another process may have taken the lock while this one was frozen.
    if (!(await leaderLock.acquire())) return "rest";
    let delivery: Delivery | undefined;
    const verdict = await inFlight.run(id, async () => {
      delivery = await deliver(request, channel, deps);
      const { isNoted, ...settled } = await settle(delivery, outbox, deps);
      if (isNoted || delivery.isDone) unnoted.delete(id);
      else unnoted.set(id, delivery.record.tries);
      return settled;
    });
    if (verdict.stored !== "kept" || delivery?.isAccepted) return "accepted";
    return delivery?.rule.ofRequest ? "refused" : "rest";
  }

  function onError({ code, name }: NodeJS.ErrnoException): void {
    const { unreadable, unwritable } = outbox.advice;
    if (!code) log("error", "site.fault", { code: name });
    // A disk that hangs can be neither read nor written: logged once.
    else if (code === "ETIMEDOUT") hourly.log("error", "outbox.unwritable", { code, advice: unwritable });
    else hourly.log("error", "outbox.unreadable", { code, advice: unreadable });
  }

  async function run(): Promise<void> {
    let sweptAt = Number.NEGATIVE_INFINITY;
    while (!stopped) {
      await poll().then(() => hourly.clear("outbox.unreadable"), onError);
      if (hourly.isOpen("outbox.unwritable")) {
        // Perhaps no visitor comes for days, and the owner should know that it is over.
        await outbox.probe().then(
          () => hourly.clear("outbox.unwritable"),
          () => {},
        );
      }
      await deps.channelWatch.review(outbox).catch(() => {}); // The log has this error already.
      if (performance.now() - sweptAt > SWEEP_MS) {
        sweptAt = performance.now();
        await outbox.sweep().catch(() => {}); // The log has this error already.
      }
      await sleep(pollMs, undefined, { ref: false });
    }
  }

  return {
    run,
    poll,
    /** Waits for the attempts under way; only then may another process redeliver. */
    stop: async () => {
      stopped = true;
      await Promise.all(busy.values());
      await leaderLock.release();
    },
  };
}
