import { setTimeout as sleep } from "node:timers/promises";
import { type HourlyLog, hourlyLog } from "~/config/hourly-log.server";
import { type Channel, type DeliveryDeps, deliver } from "~/quote/delivery/deliver.server";
import { makeGiveUp } from "~/quote/delivery/give-up.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import { makeOverdueAlert } from "~/quote/delivery/overdue-alert.server";
import { isAhead, isGivenUp, retryPolicy } from "~/quote/delivery/retry-policy.server";
import { makeDamagedReport } from "~/quote/outbox/damaged-report.server";
import type { Entry } from "~/quote/outbox/folder-index.server";
import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";
import type { LeaderLock } from "~/quote/outbox/leader-lock.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";

export type RedeliveryDeps = DeliveryDeps & {
  outbox: FolderOutbox;
  inFlight: InFlight;
  channels: readonly Channel[];
  /** Of two processes on one outbox only one redelivers. */
  leaderLock: LeaderLock;
  /** What is said once an hour; shared, so that the same trouble is not said by two. */
  trouble?: HourlyLog;
  /** How long the first attempt of a request can be under way in another process, in milliseconds. */
  firstAttemptMs: number;
};

/** So many requests refused one after the other are the service's trouble, not theirs. */
export const REFUSED_IN_A_ROW = 5;

/** A clock is set by so much now and then (milliseconds); by more it was wrong. */
const SKEW_MS = 60_000;

const SWEEP_MS = 60 * 60 * 1000;

/**
 * Sends what waits in the outbox again. Each channel goes through what is due for it on its own, oldest first, one
 * request at a time and spaced. The service's own trouble ends a channel's round, so that a service that is down is
 * asked once in a while and not once for each request. None of its timers keeps the process alive.
 */
export function makeRedelivery(deps: RedeliveryDeps) {
  const { outbox, inFlight, channels, leaderLock, log, now } = deps;
  const { pollMs, longestMs, spacingAfter } = retryPolicy(deps.waitsS);
  const remind = makeOverdueAlert(log, now, outbox.advice.waiting);
  const giveUp = makeGiveUp(deps);
  const busy = new Map<Channel, Promise<void>>();
  const reportDamaged = makeDamagedReport(log);
  const { trouble = hourlyLog(log) } = deps;
  /** When an attempt may follow, where the disk took no note of it. */
  const notBefore = new Map<string, string>();
  let stopped = false;

  /**
   * Looks through the outbox once and starts a round for each channel that has none under way.
   *
   * @returns `over`, for when those rounds are
   */
  async function poll(): Promise<{ over: Promise<unknown> }> {
    if (!(await leaderLock.acquire())) return { over: Promise.resolve() };
    const { entries, damaged } = await outbox.index();
    reportDamaged(damaged, "new");
    remind(entries.length, Math.max(0, ...entries.slice(0, 1).map(ageMs)));
    const alive: Entry[] = [];
    for (const entry of entries) {
      if (isGivenUp(entry, now())) await giveUp(entry.id);
      else alive.push(entry);
    }
    for (const channel of stopped ? [] : channels) {
      if (busy.has(channel)) continue;
      const over = drainChannel(channel, alive)
        .catch((error: Error) => log("error", "site.fault", { fault: error.name }))
        .finally(() => busy.delete(channel));
      busy.set(channel, over);
    }
    return { over: Promise.all(busy.values()) };
  }

  /** By the clock, or since this process knows it: a clock that was set back must not hide what waits. */
  const ageMs = ({ receivedAt, seenAt }: Entry) =>
    Math.max(now().getTime() - Date.parse(receivedAt), performance.now() - seenAt);

  async function drainChannel(channel: Channel, entries: readonly Entry[]): Promise<void> {
    let accepted = 0;
    let refused = 0;
    for (const entry of entries) {
      if (stopped || refused === REFUSED_IN_A_ROW) return;
      if (!isDue(entry, channel)) continue;
      const result = await attempt(channel, entry.id);
      if (result === "trouble") return;
      if (!result) continue;
      refused = result === "refused" ? refused + 1 : 0;
      if (result === "accepted") accepted++;
      await sleep(spacingAfter(accepted), undefined, { ref: false });
    }
  }

  /** One attempt, if it is still due; "trouble" where the others need not be tried now. */
  async function attempt(
    channel: Channel,
    id: string,
  ): Promise<"accepted" | "refused" | "trouble" | undefined> {
    if ((await inFlight.status(id)) === "underWay") return undefined;
    const found = await outbox.read(id).catch(() => undefined);
    if (!found) return undefined;
    const known = await inFlight.status(id);
    if (known === "underWay") return undefined;
    if (outbox.isLeaving(id)) {
      await outbox.accept(found).catch(() => {}); // Said when it was accepted.
      return undefined;
    }
    const envelope = known || found.sent ? await afresh(found) : found;
    if (!isDue(envelope, channel)) return undefined;
    // The lock may have gone to another process while this one was frozen.
    if (!(await leaderLock.acquire())) return "trouble";
    const verdict = await inFlight.run(id, () => deliver(envelope, channel, true, deps));
    if (verdict.unnoted) notBefore.set(`${channel.name} ${id}`, verdict.unnoted);
    else notBefore.delete(`${channel.name} ${id}`);
    if (verdict.stored !== "kept") return "accepted";
    return verdict.ofRequest ? "refused" : "trouble";
  }

  /** It had left `new/` and is there again: an operator put it back from `sent/`, or a visitor sent it anew. */
  async function afresh(envelope: StoredRequest): Promise<StoredRequest> {
    await inFlight.forget(envelope.id);
    if (!envelope.sent) return envelope;
    const { sent: _, waitingSince: __, heldUntil: ___, ...rest } = envelope;
    return { ...rest, tries: {} };
  }

  function isDue(
    { id, receivedAt, heldUntil, tries }: Pick<Entry, "id" | "receivedAt" | "heldUntil" | "tries">,
    channel: Channel,
  ): boolean {
    const untouched = Object.keys(tries).length === 0;
    const opensMs = Math.max(channel.afterMs, untouched ? deps.firstAttemptMs : 0);
    if (isAhead(Date.parse(receivedAt) + opensMs, now(), opensMs)) return false;
    const tried = tries[channel.name];
    const next = [
      wasWritten(receivedAt) && heldUntil,
      wasWritten(tried?.at) && tried?.next,
      notBefore.get(`${channel.name} ${id}`),
    ];
    return !next.some((time) => time && isAhead(time, now(), longestMs(tried?.uncertain)));
  }

  /** A time that stands beside one that is still to come was written by a clock that was ahead. */
  const wasWritten = (at: string | undefined) =>
    !isAhead(at, new Date(now().getTime() + SKEW_MS), Number.POSITIVE_INFINITY);

  /** Looks through the outbox now and then, until `stop`. */
  async function run(): Promise<void> {
    let sweptAt = Number.NEGATIVE_INFINITY;
    while (!stopped) {
      await poll().then(
        () => trouble.over("outbox.unreadable"),
        (error: NodeJS.ErrnoException) => {
          const fault = error.code ?? error.name;
          const { unreadable, unwritable } = outbox.advice;
          // A disk that hangs does neither, and is said once.
          if (fault === "ETIMEDOUT") trouble.say("error", "outbox.unwritable", { fault, advice: unwritable });
          else trouble.say("error", "outbox.unreadable", { fault, advice: unreadable });
        },
      );
      if (performance.now() - sweptAt > SWEEP_MS) {
        sweptAt = performance.now();
        await outbox.sweep().catch(() => {}); // Said by the look before.
      }
      await sleep(pollMs, undefined, { ref: false });
    }
  }

  return {
    run,
    poll,
    /** Lets the attempts under way end; only then may another process redeliver. */
    stop: async () => {
      stopped = true;
      await Promise.all(busy.values());
      await leaderLock.release();
    },
  };
}
