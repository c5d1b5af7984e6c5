import { setTimeout as sleep } from "node:timers/promises";
import type { Attempts } from "~/quote/attempts.server";
import { makeDamagedReport } from "~/quote/damaged.server";
import { type Channel, type DeliveryDeps, deliver } from "~/quote/delivery.server";
import type { Envelope } from "~/quote/envelope.server";
import type { FolderOutbox } from "~/quote/outbox.server";
import { isGivenUp, paceOf } from "~/quote/pace.server";
import { makeReminder } from "~/quote/reminder.server";
import type { Turn } from "~/quote/turn.server";

export type RedeliveryDeps = DeliveryDeps & {
  outbox: FolderOutbox;
  attempts: Attempts;
  channels: readonly Channel[];
  /** Of two processes on one outbox only one redelivers. */
  turn: Turn;
  /** How long the first attempt of a request can be under way in another process, in milliseconds. */
  firstAttemptMs: number;
};

/**
 * Brings what waits in the outbox out again. Each channel goes through what is due for it on its own, oldest first,
 * one request at a time and spaced; a failure ends its round, so that a service that is down is asked once in a while
 * and not once for each request. None of its timers keeps the process alive.
 */
export function makeRedelivery(deps: RedeliveryDeps) {
  const { outbox, attempts, channels, log, now } = deps;
  const { lookMs, spacingMs } = paceOf(deps.waitsS);
  const remind = makeReminder(log, now, outbox.advice.waiting);
  const busy = new Set<Channel>();
  const reportDamaged = makeDamagedReport(log);
  /** What the disk would not take down: when an attempt may follow, and which files are of accepted requests. */
  const notBefore = new Map<string, string>();
  const unremovable = new Set<string>();
  let stopped = false;

  /**
   * Looks through the outbox once and starts a round for each channel that has none under way.
   *
   * @returns `over`, for when those rounds are
   */
  async function look(): Promise<{ over: Promise<unknown> }> {
    if (!(await deps.turn.take())) return { over: Promise.resolve() };
    const { envelopes, damaged } = await outbox.waiting();
    reportDamaged(damaged, "new");
    remind(envelopes.length, envelopes[0]?.receivedAt);
    const alive: string[] = [];
    for (const envelope of envelopes) if (!(await giveUp(envelope))) alive.push(envelope.id);
    const rounds = channels
      .filter((channel) => !busy.has(channel))
      .map((channel) => {
        busy.add(channel);
        return round(channel, alive)
          .catch((error: Error) => log("error", "site.fault", { fault: error.name }))
          .finally(() => busy.delete(channel));
      });
    return { over: Promise.all(rounds) };
  }

  async function round(channel: Channel, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      if (stopped) return;
      if ((await attempts.recall(id)) === "underWay") continue;
      const envelope = await outbox.read(id).catch(() => undefined);
      const before = await attempts.recall(id);
      if (!envelope || before === "underWay" || !isDue(envelope, channel)) continue;
      if (before === "accepted" || unremovable.has(id)) {
        unremovable.add(id);
        await outbox.remove(id).then(
          () => unremovable.delete(id),
          () => {},
        );
        continue;
      }
      const { stored, unnoted } = await attempts.begin(id, () => deliver(envelope, channel, true, deps));
      if (unnoted) notBefore.set(`${channel.name} ${id}`, unnoted);
      else notBefore.delete(`${channel.name} ${id}`);
      if (stored === "kept") return;
      await sleep(spacingMs, undefined, { ref: false });
    }
  }

  function isDue({ id, receivedAt, tries }: Envelope, channel: Channel): boolean {
    const untouched = Object.keys(tries).length === 0;
    const earliest = Date.parse(receivedAt) + Math.max(channel.afterMs, untouched ? deps.firstAttemptMs : 0);
    const next = [tries[channel.name]?.next, notBefore.get(`${channel.name} ${id}`)];
    return now().getTime() >= Math.max(earliest, ...next.map((time) => (time ? Date.parse(time) : 0)));
  }

  async function giveUp(envelope: Envelope): Promise<boolean> {
    const { id, form } = envelope;
    if (!isGivenUp(envelope, now())) return false;
    if ((await attempts.recall(id)) === "underWay") return true;
    try {
      await outbox.bury(envelope, now());
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      log("error", "outbox.unwritable", { id, fault: code, advice: outbox.advice.unwritable });
      return true;
    }
    const advice =
      "Not accepted in 14 days, so it is not tried any more. Read it in dead/ and call the visitor; moved to new/ it is tried again.";
    log("error", "quote.dead", { id, form, advice });
    return true;
  }

  /** Looks through the outbox now and then, until `stop`. */
  async function run(): Promise<void> {
    while (!stopped) {
      await outbox.sweep().catch(() => {}); // Where there is no such folder yet, or no way into it, nothing is left.
      await look().catch((error: NodeJS.ErrnoException) => {
        log("error", "outbox.unreadable", {
          fault: error.code ?? error.name,
          advice: outbox.advice.unreadable,
        });
      });
      await sleep(lookMs, undefined, { ref: false });
    }
  }

  return {
    run,
    look,
    stop: () => {
      stopped = true;
      deps.turn.leave();
    },
  };
}
