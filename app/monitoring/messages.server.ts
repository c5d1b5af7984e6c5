import type { Log } from "~/log/log.server";

/** What the owner is told. `kind` groups messages of one cause. No message holds personal data. */
export type Message = {
  kind: string;
  type: "request.arrived" | "trouble" | "trouble.over" | "test";
  title: string;
  text: string;
  data: Record<string, unknown>;
};

const STATES: Record<string, string> = {
  accepted: "It was accepted for delivery.",
  waiting: "It is saved and waits to be sent.",
  held: "It is over the rate limit: it is saved and will be sent later.",
};

/** Warnings that are trouble, too. */
const TROUBLES = ["outbox.created", "outbox.partial"];
/** Events of one trouble: the channel's, whether the request could be stored or not. */
const SAME: Record<string, string> = { "quote.unsent": "quote.kept" };
/** Events that end the trouble of another one. `problem.over` names it itself. */
const ENDS: Record<string, string> = { "report.sent": "report.failed" };

/**
 * Makes the function that turns an event of the log into a message, or into nothing. Every line of level `error` is
 * trouble; that it is over is said once, and only after it.
 */
export function makeMessages() {
  const troubles = new Set<string>();

  return function toMessage(...[level, event, facts = {}]: Parameters<Log>): Message | undefined {
    const { id, form, service, state, channel, advice, ...rest } = facts;
    if (event === "quote.arrived") {
      const text = `About: ${service}. ${STATES[String(state)]} Id: ${id}`;
      const data = { id, form, service, state };
      return { kind: event, type: "request.arrived", title: `New ${form} request`, text, data };
    }
    const ended = event === "problem.over" ? String(rest.problem) : ENDS[event];
    const kind = [ended ?? SAME[event] ?? event, channel].filter(Boolean).join(" ");
    if (ended) {
      if (!troubles.delete(kind)) return undefined;
      const text = `This is over: ${ended}.`;
      return { kind, type: "trouble.over", title: "Trouble over", text, data: { event: ended } };
    }
    if (level !== "error" && !TROUBLES.includes(event)) return undefined;
    troubles.add(kind);
    const text = `${advice ?? "See the log."} (${event})`;
    const data = { event, channel, ...rest, id };
    return { kind, type: "trouble", title: "Trouble with requests", text, data };
  };
}
