import { capitalize } from "~/content/format";
import {
  type Condition,
  type Facts,
  type Found,
  keyOf,
  type Row,
} from "~/monitoring/conditions/condition.server";
import { REQUESTS } from "~/monitoring/conditions/requests.server";
import { SITE } from "~/monitoring/conditions/site.server";
import { STORAGE } from "~/monitoring/conditions/storage.server";

/** The table of conditions: when each holds, how severe it is, and its words. Those of settings are `checkSettings`. */
const TABLE: Record<string, Row> = { ...STORAGE, ...REQUESTS, ...SITE };

/** The ids that a condition may have, but for those of settings. */
export const CONDITION_IDS = Object.keys(TABLE);

/** Conditions that only the outbox shows. */
const OF_OUTBOX = ["requests.given_up", "requests.waiting", "requests.damaged", "requests.partial"];
const NOTHING = { waiting: [], partial: [], damaged: [], dead: [] };
const RANK = ["problem", "notice", "info"];

/** All conditions that hold, the most severe first. One that held at the last look (`before`) keeps its `since`. */
export function conditionsOf(facts: Facts, before: readonly Condition[] = []): Condition[] {
  const known = new Map(before.map((condition) => [keyOf(condition), condition.since]));
  const rows: (Found & { id: string })[] = Object.entries(TABLE).flatMap(([id, row]) =>
    [row(facts, facts.outbox ?? NOTHING)].flat().flatMap((found) => (found ? [{ id, ...found }] : [])),
  );
  for (const { level, about, text } of facts.settings.filter((finding) => finding.level !== "ok")) {
    const severity = level === "fail" ? "problem" : "info";
    const sentences = /^[A-Z_]+$/.test(about) ? `${about} ${text}` : capitalize(text);
    const [title = "", ...rest] = sentences.split(". ");
    const advice = rest.length > 0 ? `${rest.join(". ")}.` : "";
    rows.push({ id: `settings.${about}`, severity, title, text: `${title}.`, advice });
  }
  // While the outbox cannot be read, its conditions stay as they were.
  if (!facts.outbox) rows.push(...before.filter(({ id }) => OF_OUTBOX.includes(id)));
  return rows
    .map(({ since, ...found }) => ({
      ...found,
      since: new Date(since ?? known.get(keyOf(found)) ?? facts.now).toISOString(),
    }))
    .sort((one, other) => RANK.indexOf(one.severity) - RANK.indexOf(other.severity));
}
