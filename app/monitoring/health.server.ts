import { errorCode } from "~/log/error-code";
import type { Level } from "~/log/events";
import type { Log } from "~/log/log.server";
import { type Condition, type Facts, keyOf, type Severity } from "~/monitoring/conditions/condition.server";
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
const LEVELS: Record<Severity, Level> = { problem: "error", notice: "warn", info: "warn" };

export type HealthDeps = {
  outbox: Pick<Outbox, "readMetadata" | "writeMetadata">;
  observed: Observed;
  /** Everything that conditions are made of. */
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
  let conditions: Condition[] = [];
  let announced: Announced = {};
  let isLeading = false;
  /** When this process last led (ISO 8601). */
  let ledAt = "";
  let isLooking = false;
  let hasLooked = false;
  const isWeeklyDue = every(WEEKLY_MS);
  let telling: Promise<void> | undefined;

  /** What another process learned since this one led. Of itself, each process knows better. */
  async function restore(): Promise<void> {
    const before = await readHealth(outbox).catch(() => undefined);
    if (!before || before.instance === instance || before.at <= ledAt) return;
    const own = Object.entries(announced).filter(([, { first }]) => OF_PROCESS.test(first.id));
    announced = { ...before.announced, ...Object.fromEntries(own) };
    // With other settings, an earlier failure says nothing.
    if (before.settings !== settings) return;
    for (const [name, failing] of Object.entries(before.channels))
      if (!observed.channels.has(name as ChannelName)) observed.channels.set(name as ChannelName, failing);
  }

  function logChanges(before: readonly Condition[]): void {
    const isIn = (some: readonly Condition[], one: Condition) =>
      some.some((other) => keyOf(other) === keyOf(one));
    for (const one of conditions.filter((condition) => !isIn(before, condition))) {
      const { id, about, severity, since, title, text, advice } = one;
      log(LEVELS[severity], "condition.began", { condition: id, about, since, title, text, advice });
    }
    for (const { id, about, title } of before.filter((condition) => !isIn(conditions, condition)))
      log("info", "condition.over", { condition: id, about, title });
  }

  function announce(): void {
    if (!notifier || telling) return; // A receiver that hangs must not stop the look.
    const speaksOf = (id: string) => isLeading || OF_PROCESS.test(id);
    telling = notifier
      .announce(conditions, announced, speaksOf)
      .then((after) => {
        announced = after;
      })
      .finally(() => {
        telling = undefined;
      });
  }

  /** @param seen the snapshot of this poll, if this process redelivers */
  async function look(seen?: Snapshot): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      if (seen && !isLeading) await restore();
      // After a failed poll another process may lead: this one is silent until the next, then reads what was announced.
      isLeading = seen !== undefined;
      const before = conditions;
      const facts = await gather(seen);
      conditions = conditionsOf(facts, before);
      hasLooked = true;
      logChanges(before);
      announce();
      const isWell = conditions.every(({ severity }) => severity !== "problem");
      void beat?.(isWell, now());
      if (isLeading && weekly && isWeeklyDue(now())) void weekly(now(), conditions);
      const counts = typeof facts.outbox === "string" ? undefined : countsOf(facts.outbox);
      const channels = Object.fromEntries(observed.channels);
      const about = { at: now().toISOString(), instance, version, settings };
      if (isLeading) ledAt = about.at;
      // If it cannot be written, `storage.unwritable` says so.
      if (isLeading)
        await writeHealth(outbox, { ...about, counts, conditions, announced, channels }).catch(() => {});
    } catch (error) {
      log("error", "site.fault", { code: errorCode(error) });
    } finally {
      isLooking = false;
    }
  }

  return {
    look,
    /** Undefined before the first look. */
    conditions: (): readonly Condition[] | undefined => (hasLooked ? conditions : undefined),
  };
}
