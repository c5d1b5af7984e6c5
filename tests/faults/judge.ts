import { createHash } from "node:crypto";
import type { Arrival } from "../forwarder/arrival.mjs";
import type { Forwarder, ModeName } from "../forwarder/forwarder.mjs";
import type { MailServer } from "../mail-server";
import { type Typed, typedIn, type VisitorOutcome } from "./visitor";

/** A request, and what its visitor was told at last. */
export type Sent = { typed: Typed; outcome: VisitorOutcome };

/**
 * What became of the requests of a case. `sent`: whose visitor was told that they were sent; `lost`: those of them that neither
 * reached the service nor lie in the outbox; `copies`: second arrivals; `unfounded`: those of them that had no reason.
 */
export const NOTHING = { sent: 0, lost: 0, copies: 0, unfounded: 0 };
/** `wrong`: everything that was, in words. */
export type Outcome = typeof NOTHING & { wrong: string[] };

/** Those of a table of troubles that are there. */
export const troublesIn = (table: Record<string, boolean>) =>
  Object.keys(table).filter((what) => table[what]);

/** Adds what a part of a case came to. */
export function add(all: Outcome, { wrong, ...figures }: Outcome): void {
  for (const name of Object.keys(NOTHING) as (keyof typeof NOTHING)[]) all[name] += figures[name];
  all.wrong.push(...wrong.filter((what) => !all.wrong.includes(what)));
}

/** Answers after which the service has the request, or may have it: it was read, and no refusal came back. */
const TAKEN: readonly ModeName[] = [
  ...(["json-true", "json-true-boolean", "slow", "huge", "html-submitted"] as const),
  ...(["reset", "hang", "hang-after-headers", "drip"] as const),
];
/** Every address that is typed here; none may be in a log. */
const EMAIL = /[0-9a-f]{12}@example\.com/;

/** Of whole requests, some of 62 KB, by the thousand. */
export const keyOf = (typed: Typed) => createHash("sha1").update(JSON.stringify(typed)).digest("base64");
const lines = (log: string, events: string, channel: string) =>
  log.match(new RegExp(`"event":"quote\\.(${events})".*"channel":"${channel}"`, "g"))?.length ?? 0;

const takenOf = (arrival: Arrival) => (TAKEN.includes(arrival.mode) ? typedIn(arrival) : undefined);

/** How often the service has, or may have, each request. What a kill cut short it did not get. */
export function arrivals({ received }: Forwarder): Map<string, number> {
  const times = new Map<string, number>();
  for (const arrival of received) {
    const typed = takenOf(arrival);
    if (typed) times.set(keyOf(typed), (times.get(keyOf(typed)) ?? 0) + 1);
  }
  return times;
}

/** What is known of requests: who sent them, who got them, where they lie, and what the sites logged. */
type Known = {
  sent: Sent[];
  forwarder: Forwarder;
  mail?: MailServer;
  kept: Typed[];
  log: string;
  isKilled: boolean;
  /** Copies for which the case itself is a reason. */
  excused: number;
};

/**
 * A request is lost if its visitor was told that it was sent, and it neither reached the service, in a way that the
 * service may have taken it, nor lies in the outbox. A second arrival is a copy; each attempt without an answer and each
 * that a kill cut short is a reason for one.
 */
export function judge({ sent, forwarder, mail, kept, log, isKilled, excused }: Known): Outcome {
  const times = arrivals(forwarder);
  const waiting = new Set(kept.map(keyOf));
  const promised = sent.filter((one) => one.outcome === "sent");
  const keys = new Set(sent.map(({ typed }) => keyOf(typed)));
  const cut = (arrived: number, logged: number) => (isKilled ? Math.max(0, arrived - logged) : 0);
  const unanswered = log.match(/"class":"unknown"/g)?.length ?? 0;
  const logged = lines(log, "delivered|attempt_failed|removed", "forward");
  let lost = promised.filter(({ typed }) => !times.has(keyOf(typed)) && !waiting.has(keyOf(typed))).length;
  let copies = [...keys].reduce((sum, key) => sum + Math.max(0, (times.get(key) ?? 0) - 1), 0);
  let unfounded = Math.max(0, copies - unanswered - cut(forwarder.received.length, logged));
  if (mail) {
    const mailed = new Set(mail.received.map(({ mail }) => EMAIL.exec(mail.text ?? "")?.[0]));
    lost += promised.filter(({ typed }) => !mailed.has(typed.email) && !waiting.has(keyOf(typed))).length;
    const again = mail.received.length - mailed.size;
    copies += again;
    unfounded += Math.max(0, again - cut(mail.received.length, lines(log, "delivered", "mail")));
  }
  unfounded = Math.max(0, unfounded - excused);
  const strange = forwarder.received.filter((arrival) => {
    const typed = takenOf(arrival);
    return typed && !keys.has(keyOf(typed));
  });
  const wrong = troublesIn({
    [`${lost} told sent are lost`]: lost > 0,
    [`${unfounded} copies without a reason`]: unfounded > 0,
    [`arrived, and nobody sent it so: ${JSON.stringify(strange[0])}`]: strange.length > 0,
    "a fault of the site in its log": log.includes('"event":"site.fault"'),
    "its log holds what was typed": EMAIL.test(log),
  });
  return { sent: promised.length, lost, copies, unfounded, wrong };
}
