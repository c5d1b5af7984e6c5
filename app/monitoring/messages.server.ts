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

/** A channel's trouble is one, whether the request could be stored or not. */
const kindOf = (event: string, channel: unknown) =>
  [event === "quote.unsent" ? "quote.kept" : event, channel].filter(Boolean).join(" ");

/**
 * Makes the function that turns an event into a message, or into nothing. Every event of level `error` is trouble; that it is
 * over is said once, and only after it.
 */
export function makeMessages() {
  const troubles = new Set<string>();

  return function toMessage(...[level, event, facts]: Event): Message | undefined {
    if (event === "quote.arrived") {
      const { id, form, service, state } = facts;
      const text = `About: ${service}. ${STATES[state]} Id: ${id}`;
      const data = { id, form, service, state };
      return { kind: event, type: "request.arrived", title: `New ${form} request`, text, data };
    }
    if (event === "problem.over") {
      const { problem, channel } = facts;
      const kind = kindOf(problem, channel);
      if (!troubles.delete(kind)) return undefined;
      const text = `Resolved: ${problem}.`;
      return { kind, type: "trouble.over", title: "Problem resolved", text, data: { event: problem } };
    }
    if (level !== "error" && !TROUBLES.includes(event)) return undefined;
    const kind = kindOf(event, facts.channel);
    troubles.add(kind);
    const { advice = "See the log.", ...data } = facts;
    const text = `${advice} (${event})`;
    return { kind, type: "trouble", title: "Problem with quote requests", text, data: { event, ...data } };
  };
}
