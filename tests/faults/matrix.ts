import type { ModeName, ModeOptions } from "../forwarder/forwarder.mjs";

/** A fault of the forwarding service. "refused": nobody listens. */
export type Fault = { name: string; mode: ModeName | "refused"; options?: ModeOptions };

export const FAULTS: Fault[] = [
  { name: "none", mode: "json-true" },
  { name: "success as a boolean", mode: "json-true-boolean" },
  { name: "slow", mode: "slow", options: { ms: 400 } },
  { name: "huge answer", mode: "huge" },
  { name: "HTML, submitted", mode: "html-submitted" },
  { name: "HTML, other", mode: "html-other" },
  { name: "text", mode: "text" },
  { name: "empty answer", mode: "empty" },
  { name: "needs activation", mode: "json-activation" },
  { name: "refused or throttled", mode: "json-web-server" },
  { name: "refused", mode: "json-false" },
  { name: "challenge, 200", mode: "challenge-200" },
  { name: "challenge, 403", mode: "challenge-403" },
  { name: "redirect", mode: "redirect" },
  { name: "404", mode: "status", options: { status: 404 } },
  { name: "429", mode: "status", options: { status: 429, retryAfter: 2 } },
  { name: "500", mode: "status" },
  { name: "reset before the body", mode: "reset-early" },
  { name: "reset after the body", mode: "reset" },
  { name: "no answer", mode: "hang" },
  { name: "no end of the answer", mode: "hang-after-headers" },
  { name: "answer too slow", mode: "drip" },
  { name: "no connection", mode: "refused" },
];

/** Answers after which the service has the request, or may have it: it was read, and no refusal came back. */
export const TAKEN: readonly ModeName[] = [
  "json-true",
  "json-true-boolean",
  "slow",
  "huge",
  "html-submitted",
  "reset",
  "hang",
  "hang-after-headers",
  "drip",
];

export const MOMENTS = ["before store", "in flight", "after answer"] as const;
export type Moment = (typeof MOMENTS)[number];

export const EVENTS = ["SIGTERM", "SIGKILL", "disk full", "read-only"] as const;
export type Event = (typeof EVENTS)[number];

export const isSignal = (event: Event) => event === "SIGTERM" || event === "SIGKILL";

/** What came of one cell. */
export type Result = {
  fault: string;
  moment: Moment;
  event: Event;
  /** What the visitors were told, each request by its last answer. */
  told: { sent: number; error: number; nothing: number };
  lost: number;
  duplicates: number;
  /** Duplicates for which there was no reason. */
  unfounded: number;
  /** Everything that was wrong, lost requests included, in words. */
  wrong: string[];
};
