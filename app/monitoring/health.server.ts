import { randomBytes } from "node:crypto";
import { errorCode } from "~/log/error-code";
import type { Level } from "~/log/events";
import type { Log } from "~/log/log.server";
import { type Condition, type Facts, keyOf, type Severity } from "~/monitoring/conditions/condition.server";
import { conditionsOf } from "~/monitoring/conditions/conditions.server";
import { type Health, readHealth, type Told, writeHealth } from "~/monitoring/health-file.server";
import type { Notifier } from "~/monitoring/notifier.server";
import type { Observed } from "~/monitoring/observed.server";
import { countsOf } from "~/monitoring/read-outbox.server";
import { call } from "~/monitoring/send.server";
import type { Outbox, Snapshot } from "~/quote/outbox/outbox.server";

const HEARTBEAT_MS = 5 * 60 * 1000;
const WEEKLY_MS = 10 * 60 * 1000;
/** Conditions of this process alone. Of the others, which are of the shared outbox, only the process that redelivers speaks. */
const OF_PROCESS =
  /^(storage\.(unwritable|unreadable|missing)|visitors\.|proxies\.|requests\.lost|site\.|settings\.)/;
const LEVELS: Record<Severity, Level> = { problem: "error", notice: "warn", info: "warn" };

/** Tells this process from others; /readyz says it, too. */
export const INSTANCE = randomBytes(8).toString("hex");

export type HealthDeps = {
  outbox: Pick<Outbox, "readMetadata" | "writeMetadata">;
  observed: Observed;
  /** Everything that conditions are made of. */
  gather: (seen?: Snapshot) => Promise<Facts>;
  notifier?: Notifier;
  heartbeatUrl?: string;
  /** Sends the weekly email if it is due. */
  weekly?: (now: Date, conditions: readonly Condition[]) => Promise<void>;
  log: Log;
  now: () => Date;
} & Pick<Health, "version" | "settings">;

/** Makes the function that says whether so much time has passed since it last said so. The clock may be set back. */
function every(ms: number) {
  let last = Number.NEGATIVE_INFINITY;
  return (now: Date): boolean => {
    const isDue = Math.abs(now.getTime() - last) >= ms;
    if (isDue) last = now.getTime();
    return isDue;
  };
}

/**
 * Makes the look: it gathers the facts, and all that speaks on its own gets the conditions. The log has a line when one begins and one
 * when it is over; messages and heartbeat follow their schedules; `health.json` holds them for the doctor and the next process.
 */
export function makeHealth(deps: HealthDeps) {
  const { outbox, observed, gather, notifier, heartbeatUrl, weekly, log, now, version, settings } = deps;
  let conditions: Condition[] = [];
  let told: Told = {};
  let isLeading = false;
  let isLooking = false;
  let hasLooked = false;
  const [isBeatDue, isWeeklyDue] = [every(HEARTBEAT_MS), every(WEEKLY_MS)];
  let telling: Promise<void> | undefined;

  /** What the process before this one knew, unless that was this one. */
  async function restore(): Promise<void> {
    const before = await readHealth(outbox).catch(() => undefined);
    if (!before || before.instance === INSTANCE) return;
    told = { ...before.told, ...told };
    // With other settings, an earlier failure says nothing.
    if (before.settings !== settings) return;
    for (const [name, failing] of Object.entries(before.channels))
      if (failing && !observed.channels.has(name as "mail")) observed.channels.set(name as "mail", failing);
  }

  function logChanges(before: readonly Condition[]): void {
    const keys = (some: readonly Condition[]) => new Set(some.map(keyOf));
    const [was, is] = [keys(before), keys(conditions)];
    for (const condition of conditions) {
      if (was.has(keyOf(condition))) continue;
      const { id, about, severity, since, title, text, advice } = condition;
      log(LEVELS[severity], "condition.began", { condition: id, about, since, title, text, advice });
    }
    for (const condition of before)
      if (!is.has(keyOf(condition)))
        log("info", "condition.over", {
          condition: condition.id,
          about: condition.about,
          title: condition.title,
        });
  }

  function tell(isLeader: boolean): void {
    if (!notifier || telling) return; // A receiver that hangs must not stop the look.
    const spoken = conditions.filter(({ id }) => isLeader || OF_PROCESS.test(id));
    const others = isLeader
      ? {}
      : Object.fromEntries(Object.entries(told).filter(([key]) => !OF_PROCESS.test(key)));
    const own = Object.fromEntries(Object.entries(told).filter(([key]) => !(key in others)));
    telling = notifier
      .tell(spoken, own)
      .then((after) => {
        told = { ...others, ...after };
      })
      .finally(() => {
        telling = undefined;
      });
  }

  function beat(): void {
    const isWell = conditions.every(({ severity }) => severity !== "problem");
    if (!heartbeatUrl || !isWell || !isBeatDue(now())) return;
    const since = observed.failing.heartbeat?.since ?? now().toISOString();
    void call(heartbeatUrl).then(
      () => {
        observed.failing.heartbeat = undefined;
      },
      (error) => {
        observed.failing.heartbeat = { since, code: errorCode(error) };
      },
    );
  }

  /** @param seen what waits, where this process redelivers */
  async function look(seen?: Snapshot): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      if (seen && !isLeading) await restore();
      isLeading = seen !== undefined;
      const before = conditions;
      const facts = await gather(seen);
      conditions = conditionsOf(facts, before);
      hasLooked = true;
      logChanges(before);
      tell(isLeading);
      beat();
      if (isLeading && weekly && isWeeklyDue(now())) void weekly(now(), conditions);
      const { channels } = observed;
      const counts = typeof facts.outbox === "string" ? undefined : countsOf(facts.outbox);
      const file = {
        at: now().toISOString(),
        instance: INSTANCE,
        version,
        settings,
        counts,
        conditions,
        told,
      };
      // If it cannot be written, `storage.unwritable` says so.
      if (isLeading)
        await writeHealth(outbox, { ...file, channels: Object.fromEntries(channels) }).catch(() => {});
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
