import { errorCode } from "~/log/error-code";
import type { HourlyLog } from "~/log/hourly-log.server";
import type { Log } from "~/log/log.server";
import type { Channel } from "~/quote/delivery/channel.server";
import { ruleOf } from "~/quote/delivery/delivery-classes.server";
import { arrivalOf, missing, withAttempt } from "~/quote/delivery/fate.server";
import type { LeaderLock } from "~/quote/outbox/leader-lock.server";
import type { Entry, Outbox, Place } from "~/quote/outbox/outbox.server";
import { asSent, type StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Outcome } from "~/quote/outcome";
import { publicProjectType } from "~/quote/project-types";

export type CourierDeps = {
  outbox: Outbox;
  channels: readonly Channel[];
  /** The waits between attempts, in seconds. See `withAttempt`. */
  waitsS: readonly number[];
  /** Only one of several processes on an outbox redelivers. */
  leaderLock: LeaderLock;
  /** How long only the process that took a request may send it. */
  firstAttemptMs: number;
  /** Takes what the outbox does not. Without it such a request is sent unstored. */
  fallback?: (request: StoredRequest) => Promise<Outcome>;
  log: Log;
  /** Shared, so that one broken disk is logged once. */
  hourly: HourlyLog;
  now: () => Date;
  /** When each was accepted, the oldest first (milliseconds); couriers of one process share it. */
  accepted?: Map<string, number>;
};

/** A request in hand. `answer`: what visitors who sent it are told, as soon as that is known; undefined if it was only looked at. */
type Taken = { answer: Promise<Outcome | undefined>; over: Promise<unknown> };

/** A request with the notes of its attempts so far: several channels may send it at once, each noted after the other. */
type Noted = { request: StoredRequest; isStored: boolean; written?: Promise<unknown> };

/** The same request sent again within this time of its acceptance is a repeat. */
export const SAME_REQUEST_MS = 60 * 60 * 1000;

/** Logs that a request arrived: what it is about and what became of it, nothing personal. */
export function announceArrival(
  { id, form, request }: StoredRequest,
  state: "accepted" | "waiting" | "held",
  log: Log,
): void {
  log("debug", "quote.arrived", { id, form, service: publicProjectType(request.projectType), state });
}

export type Hands = ReturnType<typeof makeHands>;

/** Reads a request, sends it once and puts it in its place: it is in one pair of hands at a time, a visitor's or the redelivery's. */
export function makeHands({ outbox, channels, waitsS, log, hourly, now, accepted = new Map() }: CourierDeps) {
  const taken = new Map<string, Taken>();
  /** The tries of requests that could not be written. */
  const unwritten = new Map<string, Pick<StoredRequest, "receivedAt" | "tries">>();

  /** Takes a free request in hand until `work` is over. `respond` gives the answer before that. */
  function take(id: string, work: (respond: (answer: Outcome) => void) => Promise<unknown>): Taken {
    let over: Promise<unknown> = Promise.resolve();
    // The first of these settles it: `respond`, or the end of the work.
    const answer = new Promise<Outcome | undefined>((resolve, reject) => {
      over = work(resolve).finally(() => taken.delete(id));
      over.then(() => resolve(undefined), reject);
    });
    answer.catch(() => {}); // Perhaps nobody waits for it.
    taken.set(id, { answer, over });
    return { answer, over };
  }

  /** The clock may have been set back. */
  const isOld = (at: number) => Math.abs(now().getTime() - at) > SAME_REQUEST_MS;

  /** Whether it was accepted within the hour. */
  function isRepeat(id: string): boolean {
    for (const [other, at] of accepted) {
      if (!isOld(at)) break;
      accepted.delete(other);
    }
    return !isOld(accepted.get(id) ?? Number.NEGATIVE_INFINITY);
  }

  /** Notes an acceptance, or forgets an earlier one. The oldest stay first. */
  function remember(id: string, isAccepted: boolean): void {
    accepted.delete(id);
    if (isAccepted) accepted.set(id, now().getTime());
  }

  /** A request as it was found, with the tries that could not be written. */
  function recall<T extends Entry | StoredRequest>(found: T): T {
    const known = unwritten.get(found.id);
    if (known && !("sent" in found) && found.receivedAt === known.receivedAt)
      return { ...found, tries: known.tries };
    // A look may be older than what is remembered.
    if ("request" in found) unwritten.delete(found.id);
    return found;
  }

  async function read(id: string): Promise<StoredRequest | undefined> {
    const found = await outbox.read(id).catch(() => undefined);
    return found && recall(found);
  }

  /**
   * Writes a request into its place. If that fails it is remembered, and a later poll writes it.
   *
   * @returns "gone" if another process or the operator took it away in the meantime: a note would bring it back
   */
  async function put(request: StoredRequest, place: Place): Promise<"put" | "unwritten" | "gone"> {
    const { id, receivedAt, tries } = request;
    if (place === "new" && (await outbox.text(place, id).catch(() => "")) === undefined) return "gone";
    try {
      if (place === "new") await outbox.store(request);
      else if (place === "sent") await outbox.accept(asSent(request));
      else await outbox.moveToDead(request, now());
      unwritten.delete(id);
      return "put";
    } catch (error) {
      unwritten.set(id, { receivedAt, tries });
      const { stays, unwritable } = outbox.advice;
      const advice = place === "sent" ? stays : unwritable;
      hourly.log("error", "outbox.unwritable", { id, code: errorCode(error), advice });
      return "unwritten";
    }
  }

  /** Sends a request in hand by one channel, notes what came of it, and writes and logs that. */
  async function attempt(noted: Noted, channel: Channel): Promise<void> {
    const made = await channel.send(noted.request);
    // Another channel may have noted its attempt meanwhile.
    const before = noted.request;
    const after = withAttempt(before, channel.name, made, waitsS, now());
    const tried = after.tries[channel.name];
    const isAccepted = tried?.accepted === true;
    const arrival = arrivalOf(before, isAccepted, channels);
    const request: StoredRequest = arrival ? { ...after, announced: true } : after;
    const stillMissing = missing(request, channels);
    const isDone = isAccepted && stillMissing.length === 0;
    const rule = ruleOf(made.class, tried?.uncertain);
    noted.request = request;
    // If it is only presumed to be accepted, a repeat by the visitor is sent.
    remember(request.id, isDone && !rule.presumed);
    if (noted.isStored)
      noted.written = Promise.resolve(noted.written).then(() => put(request, isDone ? "sent" : "new"));

    const { id, form } = request;
    const facts = { id, form, channel: channel.name, attempts: tried?.count, ...made };
    if ((await noted.written) === "gone") {
      noted.isStored = false;
      return log("info", "quote.gone", facts);
    }
    if (arrival && noted.isStored) announceArrival(request, arrival, log);
    const said = { ...facts, next: tried?.next, advice: rule.advice };
    if (isAccepted) log(rule.level, "quote.delivered", isDone ? said : { ...said, missing: stillMissing });
    else if (noted.isStored) log(rule.level, "quote.kept", said);
    else log(rule.level, "quote.unsent", said);
  }

  return {
    inHand: (id: string): Taken | undefined => taken.get(id),
    isUnwritten: (id: string) => unwritten.has(id),
    take,
    isRepeat,
    recall,
    read,
    put,
    attempt,
  };
}
