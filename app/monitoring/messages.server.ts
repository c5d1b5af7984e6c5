import type { Level } from "~/config/log.server";

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
  waiting: "It is saved and waits to be sent.",
  held: "It is over the rate limit: it is saved and will be sent later.",
  suspected: "It looks like spam: it is saved and was not sent.",
};

/** Warnings that are trouble, too. */
const TROUBLES = ["valkey.away", "outbox.partial"];

/**
 * Makes the function that turns an event of the log into a message, or into nothing. Every line of level `error` is
 * trouble; that it is over is said once, and only after it.
 */
export function makeMessages() {
  const troubles = new Set<string>();

  function over(kind: string, what: string): Message | undefined {
    if (!troubles.delete(kind)) return undefined;
    return {
      kind,
      type: "trouble.over",
      title: "Trouble over",
      text: `This is over: ${what}.`,
      data: { event: what },
    };
  }

  return function toMessage(
    level: Level,
    event: string,
    facts: Record<string, unknown>,
  ): Message | undefined {
    const { id, form, service, state, channel, advice, ...rest } = facts;
    if (event === "quote.arrived") {
      const text = `About: ${service}. ${STATES[state as keyof typeof STATES]} Id: ${id}`;
      const data = { id, form, service, state };
      return { kind: event, type: "request.arrived", title: `New ${form} request`, text, data };
    }
    const kindOf = (trouble: string) => (channel ? `${trouble} ${channel}` : trouble);
    if (event === "quote.delivered" && level !== "error") return over(kindOf("quote.kept"), "quote.kept");
    if (event === "problem.over") {
      const problem = String(rest.problem);
      return over(kindOf(problem), problem);
    }
    if (event === "valkey.up") return over("valkey.away", "valkey.away");
    if (level !== "error" && !TROUBLES.includes(event)) return undefined;
    const kind = kindOf(event);
    troubles.add(kind);
    const text = `${advice ?? "See the log."} (${event})`;
    return {
      kind,
      type: "trouble",
      title: "Trouble with requests",
      text,
      data: { event, channel, ...rest, id },
    };
  };
}
