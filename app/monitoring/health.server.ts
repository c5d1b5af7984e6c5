import { errorCode } from "~/log/error-code";
import type { Log } from "~/log/log.server";
import { type Condition, type Facts, keyOf } from "~/monitoring/conditions/condition.server";
import { conditionsOf } from "~/monitoring/conditions/conditions.server";
import { every } from "~/monitoring/every";
import { type Announced, type Health, readHealth, writeHealth } from "~/monitoring/health-file.server";
import type { Notifier } from "~/monitoring/notifier.server";
import type { Observed } from "~/monitoring/observed.server";
import { countsOf } from "~/monitoring/read-outbox.server";
import type { ChannelName } from "~/quote/lifecycle/stored-quote.server";
import type { Outbox, Snapshot } from "~/quote/outbox/outbox.server";

const WEEKLY_MS = 10 * 60 * 1000;
/** Conditions of this process. The others are about the shared outbox: only the process that redelivers reports them. */
const OF_PROCESS =
  /^(storage\.(unwritable|unreadable|missing)|visitors\.|proxies\.|requests\.lost|site\.|settings\.)/;

type HealthDeps = {
  outbox: Pick<Outbox, "readMetadata" | "writeMetadata">;
  observed: Observed;
  gather: (seen?: Snapshot) => Promise<Facts>;
  notifier?: Notifier;
  beat?: (isWell: boolean, now: Date) => Promise<void>;
  /** Sends the weekly email if it is due. */
  weekly?: (now: Date, conditions: readonly Condition[]) => Promise<void>;
  log: Log;
  now: () => Date;
} & Pick<Health, "instance" | "version" | "settings">;

/**
 * Makes `look`, called after each poll of the worker: it gathers the facts and passes the conditions to log, messages, heartbeat and
 * weekly email. `health.json` holds them for the doctor and the next process.
 */
export function makeHealth(deps: HealthDeps) {
  const { outbox, observed, gather, notifier, beat, weekly, log, now, instance, version, settings } = deps;
  let conditions: Condition[] | undefined;
  let announced: Announced = {};
  let isLeading = false;
  /** When this process last led (ISO 8601). */
  let ledAt = "";
  let isLooking = false;
  const isWeeklyDue = every(WEEKLY_MS);
  let isAnnouncing = false;

  /** What another process learned since this one led. Of itself, each process knows better. */
  async function restore(): Promise<void> {
    const before = await readHealth(outbox).catch(() => undefined);
    if (!before || before.instance === instance || before.at <= ledAt) return;
    const own = Object.entries(announced).filter(([, { first }]) => OF_PROCESS.test(first.id));
    announced = { ...before.announced, ...Object.fromEntries(own) };
    const { each = [] } = before.conditions.find(({ id }) => id === "requests.lost") ?? {};
    observed.restoreLost(each.map(Number));
    // With other settings, an earlier failure says nothing.
    if (before.settings !== settings) return;
    for (const [name, failing] of Object.entries(before.channels))
      if (!observed.channels.has(name as ChannelName)) observed.channels.set(name as ChannelName, failing);
  }

  function logChanges(before: readonly Condition[], after: readonly Condition[]): void {
    const [known, holding] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
    for (const one of after.filter((condition) => !known.has(keyOf(condition)))) {
      const { id, about, severity, since, title, text, advice } = one;
      const level = severity === "problem" ? "error" : "warn";
      log(level, "condition.began", { condition: id, about, since, title, text, advice });
    }
    for (const { id, about, title } of before.filter((condition) => !holding.has(keyOf(condition))))
      log("info", "condition.over", { condition: id, about, title });
  }

  async function announce(holding: readonly Condition[]): Promise<void> {
    if (!notifier || isAnnouncing) return; // A receiver that hangs must not stop the look.
    isAnnouncing = true;
    const speaksOf = (id: string) => isLeading || OF_PROCESS.test(id);
    try {
      announced = await notifier.announce(holding, announced, speaksOf);
    } finally {
      isAnnouncing = false;
    }
  }

  /** @param seen the snapshot of this poll, if this process redelivers */
  async function look(seen?: Snapshot): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      if (seen && !isLeading) await restore();
      // After a failed poll another process may lead: this one is silent until the next, then reads what was announced.
      isLeading = seen !== undefined;
      const before = conditions ?? [];
      const facts = await gather(seen);
      const holding = conditionsOf(facts, before);
      conditions = holding;
      logChanges(before, holding);
      void announce(holding);
      void beat?.(!holding.some(({ severity }) => severity === "problem"), now());
      if (!isLeading) return;
      if (weekly && isWeeklyDue(now())) void weekly(now(), holding);
      const counts = facts.outbox && countsOf(facts.outbox);
      const channels = Object.fromEntries(observed.channels);
      ledAt = now().toISOString();
      const health = { at: ledAt, instance, version, settings, counts, conditions, announced, channels };
      // If it cannot be written, `storage.unwritable` says so.
      await writeHealth(outbox, health).catch(() => {});
    } catch (error) {
      log("error", "site.fault", { code: errorCode(error) });
    } finally {
      isLooking = false;
    }
  }

  /** `conditions`: undefined before the first look. */
  return { look, conditions: (): readonly Condition[] | undefined => conditions };
}
