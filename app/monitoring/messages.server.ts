import type { EventName, Facts, Level } from "~/log/events";

/** What the owner is told. `kind` groups messages of one cause. No message holds personal data. */
export type Message = {
  kind: string;
  type: "request.arrived" | "trouble" | "trouble.over" | "test";
  title: string;
  text: string;
  data: Record<string, unknown>;
};

const STATES = {
  accepted: "It was accepted for delivery.",
  waiting: "It is saved and waiting to be sent.",
  held: "It is over the rate limit, so it is saved and will be sent later.",
};

/** Warnings that are trouble, too. */
const TROUBLES = ["outbox.created", "outbox.partial"];
/** Warnings of which the owner is not told: nor of their end. */
const UNTOLD = ["heartbeat.failed", "notify.failed"];

const kindOf = (event: string, channel = "") => `${event} ${channel}`.trim();

/** The message that tells the owner of an event, if any. Every event of level `error` is trouble. */
export function toMessage(level: Level, event: EventName, facts: Facts): Message | undefined {
  const { channel, problem = "" } = facts;
  if (event === "quote.arrived") {
    const { id, form, service, state = "waiting" } = facts;
    const text = `About: ${service}. ${STATES[state]} Id: ${id}`;
    const data = { id, form, service, state };
    return { kind: event, type: "request.arrived", title: `New ${form} request`, text, data };
  }
  if (event === "problem.over") {
    if (UNTOLD.includes(problem)) return undefined;
    const told = { title: "Problem resolved", text: `Resolved: ${problem}.`, data: { event: problem } };
    return { kind: kindOf(problem, channel), type: "trouble.over", ...told };
  }
  if (level !== "error" && !TROUBLES.includes(event)) return undefined;
  const { advice = "See the log.", ...data } = facts;
  const told = {
    title: "Problem with quote requests",
    text: `${advice} (${event})`,
    data: { event, ...data },
  };
  return { kind: kindOf(event, channel), type: "trouble", ...told };
}
