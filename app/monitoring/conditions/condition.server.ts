import type { ProxyFault } from "~/http/client-address.server";
import type { Finding } from "~/monitoring/checks/finding";
import type { makeTurnedAway } from "~/quote/intake/turned-away.server";
import type { Failure } from "~/quote/lifecycle/advice.server";
import type { ChannelName, DeliveryState } from "~/quote/lifecycle/stored-quote.server";
import type { StorageTrouble } from "~/quote/outbox/outbox.server";

/** `problem`: requests do not arrive, or nobody would hear of it. `notice`: worth a message. `info`: no message. */
type Severity = "problem" | "notice" | "info";

/** Something that is true now and that the owner should know. It holds no personal data: requests are named by id. */
export type Condition = {
  id: string;
  severity: Severity;
  /** ISO 8601, UTC. */
  since: string;
  /** A subject: the first words matter. ASCII, because it is a header of ntfy's. */
  title: string;
  text: string;
  /** What to do. */
  advice: string;
  /** The channel that it is about, where several may have this id. */
  about?: string;
  /** Ids of requests, or names of files. A new one is announced at once. */
  each?: string[];
  /** Until the end of the condition with this key is announced, that one's message tells of this, too. */
  coveredBy?: string;
  /** At this time (ISO 8601) a condition of this id may have ended because of this one, so that its end is not announced. */
  replaces?: { id: string; at: string };
  /** Its end is not announced: that is no news. */
  endsQuietly?: true;
  /** No message is sent about it. */
  noMessage?: true;
  /** Its message comes at high priority, although it need not be a problem. */
  isUrgent?: true;
  /** The words of its end, if its title does not fit there. */
  over?: string;
};

/** Tells one condition from another. */
export const keyOf = ({ id, about }: Pick<Condition, "id" | "about">) => (about ? `${id} ${about}` : id);

/** What is said below its title. */
export const bodyOf = ({ title, text, advice }: Pick<Condition, "title" | "text" | "advice">) =>
  advice && text === `${title}.` ? advice : `${text} ${advice}`.trim();

/** A waiting request. `sinceMs`: when it came, or its hold ended. */
export type Waiting = Pick<DeliveryState, "tries" | "waitingSince"> & { id: string; sinceMs: number };

/** A request that was given up. */
export type Dead = { id: string; at?: string; failure?: Failure; mayHaveArrived?: boolean };

export type OutboxFacts = {
  waiting: readonly Waiting[];
  partial: readonly Waiting[];
  damaged: readonly string[];
  dead: readonly Dead[];
};

/** What failed since when (ISO 8601), and the error's code. */
export type Failing = { since: string; code: string };

export type ChannelFacts = {
  name: ChannelName;
  /** When it first failed after its last acceptance, and how it failed last. */
  failing?: { since: string; failure: Failure };
};

/** All that the site knows about itself at one moment. `conditionsOf` makes the conditions of it. */
export type Facts = {
  now: Date;
  /** Undefined if it could not be read. */
  outbox?: OutboxFacts;
  /** When an email that was taken first named each request that was given up (ISO 8601), by id. */
  named: Record<string, string>;
  storage: readonly StorageTrouble[];
  channels: readonly ChannelFacts[];
  /** After how long a request that is not accepted is also emailed, in milliseconds; undefined if it is not. */
  mailAfterMs?: number;
  settings: readonly Finding[];
  /** Requests over a limit in the last hour; `saved` of them are sent later. */
  turnedAway?: ReturnType<ReturnType<typeof makeTurnedAway>["lastHour"]>;
  proxies?: ProxyFault;
  /** Since when the mail server refuses some address in MAIL_TO (ISO 8601). */
  addressRefused?: string;
  /** When in the last day requests were neither stored nor sent (milliseconds). */
  lost: readonly number[];
  /** The codes of the last day's bugs. */
  faults: readonly string[];
  hasWeeklyEmail: boolean;
  /** The weekly email, if it was due and is not taken. */
  report?: Failing;
  notify?: Failing;
  heartbeat?: Failing;
};

/** A row of the table: the conditions of one id that hold. */
export type Row = (facts: Facts, outbox: OutboxFacts) => Found | false | readonly (Found | false)[];

/** A condition of a row. Its `since` is the first look that found it, unless it says more. */
export type Found = Omit<Condition, "id" | "since"> & { since?: string | number };
