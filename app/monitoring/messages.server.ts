import type { Event } from "~/log/events";

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

/** A channel's trouble is one, whether the request could be stored or not. */
const kindOf = (event: string, channel: unknown) =>
  [event === "quote.unsent" ? "quote.kept" : event, channel].filter(Boolean).join(" ");

/** The message that tells the owner of an event, if any. Every event of level `error` is trouble. */
export function toMessage(...[level, event, facts]: Event): Message | undefined {
  if (event === "quote.arrived") {
    const { id, form, service, state } = facts;
    const text = `About: ${service}. ${STATES[state]} Id: ${id}`;
    const data = { id, form, service, state };
    return { kind: event, type: "request.arrived", title: `New ${form} request`, text, data };
  }
  if (event === "problem.over") {
    const { problem, channel } = facts;
    if (UNTOLD.includes(problem)) return undefined;
    const text = `Resolved: ${problem}.`;
    const kind = kindOf(problem, channel);
    return { kind, type: "trouble.over", title: "Problem resolved", text, data: { event: problem } };
  }
  if (level !== "error" && !TROUBLES.includes(event)) return undefined;
  const { advice = "See the log.", ...data } = facts;
  const kind = kindOf(event, facts.channel);
  const text = `${advice} (${event})`;
  return { kind, type: "trouble", title: "Problem with quote requests", text, data: { event, ...data } };
}
