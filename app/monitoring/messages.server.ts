import type { Facts as LogFacts } from "~/log/events";
import { bodyOf, type Condition, keyOf } from "~/monitoring/conditions/condition.server";
import { timeOf } from "~/monitoring/conditions/words.server";
import type { Announced } from "~/monitoring/health-file.server";

/** The messages to the owner. No message holds personal data. */
export type Message = {
  type: "request.arrived" | `condition.${"began" | "lasts" | "over"}` | "test";
  /** A few words in ASCII. */
  title: string;
  text: string;
  isUrgent: boolean;
  data: Record<string, unknown>;
};

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** The pauses after the first messages about a problem: more come after 1 h, after 4 h, then daily. */
const AGAIN_MS = [HOUR_MS, 3 * HOUR_MS];
/** A condition is over once it is gone for so long: what comes and goes is announced once. */
const GONE_MS = 5 * 60 * 1000;

/** A message that is due, and what is announced once it is taken. `entry`: undefined if the condition is over. */
type Due = { key: string; message: Message; entry: Announced[string] | undefined };

const againMs = ({ severity, times }: Pick<Announced[string], "severity" | "times">) =>
  (severity === "problem" ? AGAIN_MS[times - 1] : undefined) ?? DAY_MS;

/** The clock may have been set back. */
const sinceMs = (time: string, now: Date) => Math.abs(now.getTime() - Date.parse(time));

/**
 * Which messages are due. A message that the receiver did not take stays due.
 *
 * @param announced what was announced so far; `announced` in the result is the same without what ends without a message
 * @param speaksOf the ids of which this process speaks
 */
export function dueMessages(
  conditions: readonly Condition[],
  announced: Announced,
  now: Date,
  speaksOf = (_id: string) => true,
): { due: Due[]; announced: Announced } {
  const due: Due[] = [];
  const after: Announced = { ...announced };
  const present = new Map(conditions.map((condition) => [keyOf(condition), condition]));
  for (const [key, condition] of present) {
    const before = announced[key];
    if (before) after[key] = { ...before, goneAt: undefined };
    if (condition.noMessage || condition.severity === "info" || !speaksOf(condition.id)) continue;
    // What it covered may end a moment later, so this waits until the end of the other one is announced.
    if (present.has(condition.coveredBy ?? "") || announced[condition.coveredBy ?? ""]) continue;
    const { each = [] } = condition;
    const isWorse = before?.severity === "notice" && condition.severity === "problem";
    const isNews = !before || isWorse || each.some((one) => !before.each.includes(one));
    if (!isNews && sinceMs(before.at, now) < againMs(before)) continue;
    const first = before?.first ?? condition;
    const times = isNews ? 1 : before.times + 1;
    const entry = { first, at: now.toISOString(), times, severity: condition.severity, each };
    due.push({ key, message: messageOf(condition, isNews ? "began" : "lasts"), entry });
  }
  for (const [key, entry] of Object.entries(announced)) {
    if (present.has(key) || !speaksOf(entry.first.id)) continue;
    const isReplaced = conditions.some(
      ({ replaces }) => replaces?.id === entry.first.id && sinceMs(replaces.at, now) < HOUR_MS,
    );
    if (entry.first.endsQuietly || isReplaced) delete after[key];
    else if (!entry.goneAt) after[key] = { ...entry, goneAt: now.toISOString() };
    else if (sinceMs(entry.goneAt, now) >= GONE_MS)
      due.push({ key, message: messageOf(entry.first, "over"), entry: undefined });
  }
  return { due, announced: after };
}

const TITLES = { began: "", lasts: "Still: ", over: "Resolved: " };

function messageOf(condition: Condition, stage: keyof typeof TITLES): Message {
  const { id, about, since, severity, title, over = title, isUrgent } = condition;
  return {
    type: `condition.${stage}`,
    title: TITLES[stage] + (stage === "over" ? over : title),
    text: stage === "over" ? `This is resolved. It began ${timeOf(since)}.` : bodyOf(condition),
    isUrgent: (severity === "problem" || isUrgent === true) && stage !== "over",
    data: { condition: id, about, since, severity },
  };
}

export type Arrival = Pick<LogFacts, "id" | "form" | "service" | "state" | "thanked" | "presumed">;

const STATES = {
  accepted: "It was accepted for delivery.",
  waiting: "It is saved and waiting to be sent.",
  presumed: "The forwarding service responded, but did not say that it accepted it.",
  held: "Too many came at once, so it is saved and will be sent later.",
};
const MOST_LISTED = 5;

/** The message of requests that arrived. */
export function arrivalMessage(arrivals: readonly Arrival[]): Message {
  const listed = arrivals.slice(0, MOST_LISTED);
  const lines = listed.map(({ id, service, state = "waiting", thanked, presumed }) => {
    const saw = thanked === false ? " The visitor saw an error and was asked to call." : "";
    return `About: ${service}. ${STATES[presumed ? "presumed" : state]}${saw} Id: ${id}`;
  });
  const more = arrivals.length - listed.length;
  const title =
    arrivals.length === 1 ? `New ${arrivals[0]?.form} request` : `${arrivals.length} new requests`;
  return {
    type: "request.arrived",
    title,
    text: [...lines, ...(more > 0 ? [`And ${more} more.`] : [])].join("\n"),
    isUrgent: false,
    data: { requests: listed, more },
  };
}
