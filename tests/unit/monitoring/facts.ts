import type { Facts, OutboxFacts } from "~/monitoring/conditions/condition.server";

export const NOW = new Date("2026-11-26T15:00:00Z");
const MINUTE = 60_000;
/** A time before now. */
export const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE).toISOString();
export const HOURS = 60;
export const DAYS = 24 * HOURS;

const ID = "0123456789abcdef0123456789abcdef";

/** A site of which nothing is to be said. */
export const facts = (changes: Partial<Facts> = {}, outbox: Partial<OutboxFacts> = {}): Facts => ({
  now: NOW,
  outbox: { waiting: [], partial: [], damaged: [], dead: [], ...outbox },
  named: {},
  storage: [],
  channels: [{ name: "forward" }],
  settings: [{ level: "ok", about: "delivery", text: "by the forwarding service" }],
  lost: [],
  faults: [],
  hasWeeklyEmail: true,
  ...changes,
});

/** A request that has waited for so many minutes, with what its channels did. */
export const waiting = (
  minutes: number,
  tries: OutboxFacts["waiting"][number]["tries"] = {},
  more: { waitingSince?: string } = {},
) => ({ id: ID, sinceMs: NOW.getTime() - minutes * MINUTE, tries, ...more });
export const failed = (responseClass: string, more: object = {}) => ({
  ...{ count: 1, at: ago(1), class: responseClass },
  ...more,
});
export const failing = (minutes: number, responseClass: string, status?: number) => ({
  since: ago(minutes),
  failure: { class: responseClass, status },
});
