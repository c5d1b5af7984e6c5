import { setTimeout as sleep } from "node:timers/promises";
import { type HourlyLog, hourlyLog } from "~/config/hourly-log.server";
import {
  type Channel,
  type Delivery,
  type DeliveryDeps,
  deliver,
  settle,
} from "~/quote/delivery/deliver.server";
import { isAhead, isDue, isGivenUp } from "~/quote/delivery/due.server";
import { makeGiveUp } from "~/quote/delivery/give-up.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import { makeOverdueAlert } from "~/quote/delivery/overdue-alert.server";
import { retryPolicy } from "~/quote/delivery/retry-policy.server";
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
  /** Shared, so that the same trouble is not logged by two. */
  trouble?: HourlyLog;
  /** How long the process that took a request has it to itself, in milliseconds. */
  firstAttemptMs: number;
};

/** After this many refused requests in a row the service is in trouble, not the requests. */
export const REFUSED_IN_A_ROW = 5;

const SWEEP_MS = 60 * 60 * 1000;

/**
 * Sends again what waits in the outbox. Each channel goes through what is due for it, oldest first, one request at a time
 * and spaced. When the service is in trouble the channel rests until the next poll, so that a service that is down is
 * asked once and not once for each request. None of its timers keeps the process alive.
 */
export function makeRedelivery(deps: RedeliveryDeps) {
  const { outbox, inFlight, channels, leaderLock, firstAttemptMs, log, now } = deps;
  const { pollMs, longestMs, spacingAfter } = retryPolicy(deps.waitsS);
  const alertOverdue = makeOverdueAlert(log, now, outbox.advice.waiting);
  const giveUp = makeGiveUp(deps);
  const reportDamaged = makeDamagedReport(log);
  const { trouble = hourlyLog(log) } = deps;
  const busy = new Map<Channel, Promise<void>>();
  /** When the next attempt may follow, where the disk did not take the note of the last one. */
  const notBefore = new Map<string, string | undefined>();
  let stopped = false;

  /**
   * Reads the outbox once and starts each channel that is not busy.
   *
   * @returns `over`, a promise for when the channels are done
   */
  async function poll(): Promise<{ over: Promise<unknown> }> {
    if (!(await leaderLock.acquire())) return { over: Promise.resolve() };
    const { entries, damaged } = await outbox.index();
    reportDamaged(damaged, "new");
    alertOverdue(entries.length, Math.max(0, ...entries.slice(0, 1).map(ageMs)));
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
      if (!mayGo(entry, channel)) continue;
      const result = await attempt(channel, entry.id);
      if (result === "trouble") return;
      if (!result) continue;
      refused = result === "refused" ? refused + 1 : 0;
      if (result === "accepted") accepted++;
      await sleep(spacingAfter(accepted), undefined, { ref: false });
    }
  }

  const mayGo = (request: Pick<Entry, "id" | "receivedAt" | "heldUntil" | "tries">, channel: Channel) =>
    isDue(request, channel, now(), { firstAttemptMs, longestMs }) &&
    !isAhead(notBefore.get(`${channel.name} ${request.id}`), now(), longestMs(Number.POSITIVE_INFINITY));

  /** One attempt, if it is still due; "trouble" if the channel should rest. */
  async function attempt(
    channel: Channel,
    id: string,
  ): Promise<"accepted" | "refused" | "trouble" | undefined> {
    if ((await inFlight.status(id)) === "underWay") return undefined;
    const found = await outbox.read(id).catch(() => undefined);
    const status = await inFlight.status(id);
    if (!found || status === "underWay") return undefined;
    if (outbox.isLeaving(id)) {
      await outbox.accept(found).catch(() => {}); // Logged when it was accepted.
      return undefined;
    }
    const request = status || found.sent ? await startOver(found) : found;
    if (!mayGo(request, channel)) return undefined;
    // The lock may have gone to another process while this one was frozen.
    if (!(await leaderLock.acquire())) return "trouble";
    let delivery: Delivery | undefined;
    const verdict = await inFlight.run(id, async () => {
      delivery = await deliver(request, channel, deps);
      const { isNoted, ...settled } = await settle(delivery, outbox, log);
      if (isNoted) notBefore.delete(`${channel.name} ${id}`);
      else notBefore.set(`${channel.name} ${id}`, delivery.next);
      return settled;
    });
    if (verdict.stored !== "kept") return "accepted";
    return delivery?.rule.ofRequest ? "refused" : "trouble";
  }

  /** It had left `new/` and is back: an operator moved it there, or a visitor sent it anew. */
  async function startOver(request: StoredRequest): Promise<StoredRequest> {
    await inFlight.forget(request.id);
    if (!request.sent) return request;
    const { sent: _, waitingSince: __, heldUntil: ___, ...rest } = request;
    return { ...rest, tries: {} };
  }

  /** Polls until `stop`. */
  async function run(): Promise<void> {
    let sweptAt = Number.NEGATIVE_INFINITY;
    while (!stopped) {
      await poll().then(
        () => trouble.over("outbox.unreadable"),
        (error: NodeJS.ErrnoException) => {
          const fault = error.code ?? error.name;
          const { unreadable, unwritable } = outbox.advice;
          // A disk that hangs can neither be read nor written: logged once.
          if (fault === "ETIMEDOUT") trouble.say("error", "outbox.unwritable", { fault, advice: unwritable });
          else trouble.say("error", "outbox.unreadable", { fault, advice: unreadable });
        },
      );
      if (performance.now() - sweptAt > SWEEP_MS) {
        sweptAt = performance.now();
        await outbox.sweep().catch(() => {}); // The poll before has logged it.
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
