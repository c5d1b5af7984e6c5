import type { Log } from "~/config/log.server";
import { type DeliveryClass, ruleOf } from "~/quote/delivery/delivery-classes.server";
import { countAttempt, nextAttemptAt } from "~/quote/delivery/next-attempt.server";
import type { Outbox } from "~/quote/outbox/folder-outbox.server";
import type { ChannelName, StoredRequest } from "~/quote/outbox/stored-request.server";

/** What one attempt came to. `bytes` counts the answer as far as it was read; `ms` is the whole attempt. */
export type Attempt = {
  class: DeliveryClass;
  status?: number;
  bytes: number;
  ms: number;
  retryAfterS?: number;
  /** The code of a network fault, e.g. "ECONNREFUSED". */
  fault?: string;
};

/** A way to the owner. `send` makes one attempt and never throws for what the network or the other side does. */
export type Channel = {
  name: ChannelName;
  /** How old a request is, in milliseconds, before it takes this way; 0 for the way it takes at once. */
  afterMs: number;
  send: (envelope: StoredRequest) => Promise<Attempt>;
};

export type DeliveryDeps = {
  outbox: Pick<Outbox, "store" | "accept" | "advice"> & { isGone?: (id: string) => Promise<boolean> };
  /** The waits between attempts, in seconds. See `nextTry`. */
  waitsS: readonly number[];
  log: Log;
  now: () => Date;
};

/**
 * What the visitor is told, and whether somebody took the request (`removed`), it waits in the outbox (`kept`), or
 * nobody has it (`lost`). `presumed`: it was taken as far as anybody can tell. `ofRequest`: it was refused for what it
 * says, so that others may be accepted. `unnoted` is the earliest time of its next attempt, where the disk took no note.
 */
export type Verdict = {
  visitor: "success" | "error";
  stored: "removed" | "kept" | "lost";
  presumed?: true;
  ofRequest?: true;
  unnoted?: string;
};

/**
 * One attempt at delivering an envelope: send, read the answer by the table, move to sent or keep, say so in the log.
 *
 * @param stored whether the envelope lies in the outbox; if not, there is nothing to keep
 */
export async function deliver(
  envelope: StoredRequest,
  channel: Channel,
  stored: boolean,
  deps: DeliveryDeps,
): Promise<Verdict> {
  const attempt = await channel.send(envelope);
  const { count, uncertain } = countAttempt(envelope.tries[channel.name], attempt);
  const rule = ruleOf(attempt.class, uncertain);
  const visitor = rule.visitor === "by-status" ? byStatus(attempt.status) : rule.visitor;
  const facts = { id: envelope.id, form: envelope.form, channel: channel.name, attempts: count, ...attempt };

  if (rule.stored === "removed") {
    const sent = { at: deps.now().toISOString(), channel: channel.name, class: attempt.class };
    const moved = deps.outbox.accept({ ...envelope, sent }).catch((error: NodeJS.ErrnoException) => {
      if (!stored) return;
      const advice = deps.outbox.advice.unremoved;
      deps.log("error", "outbox.unwritable", { id: envelope.id, fault: error.code, advice });
    });
    // What could not be stored is not waited for: the visitor has waited for that disk once.
    if (stored) await moved;
    deps.log(rule.level, "quote.delivered", { ...facts, advice: rule.advice });
    return { visitor, stored: "removed", ...(rule.remembered === false && { presumed: true }) };
  }

  if (!stored) {
    deps.log("warn", "quote.unsent", { ...facts, advice: rule.advice });
    return { visitor: "error", stored: "lost" };
  }
  // Accepted by another process while this one was frozen, or taken away by an operator: a note would bring it back.
  if (await deps.outbox.isGone?.(envelope.id)) {
    deps.log("info", "quote.gone", facts);
    return { visitor, stored: "kept" };
  }
  const now = deps.now();
  const next = nextAttemptAt(now, attempt, { count, uncertain }, deps.waitsS);
  const tried = {
    count,
    uncertain,
    next,
    at: now.toISOString(),
    class: attempt.class,
    status: attempt.status,
  };
  const noted: StoredRequest = {
    ...envelope,
    waitingSince: envelope.waitingSince ?? now.toISOString(),
    tries: { ...envelope.tries, [channel.name]: tried },
  };
  // The request is on disk already; only the note of this attempt would be missing.
  const unnoted = await deps.outbox.store(noted).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => {
      const advice = "The request is kept; the note of this attempt is not.";
      deps.log("warn", "outbox.unwritable", { id: envelope.id, fault: error.code, advice });
      return next;
    },
  );
  deps.log(rule.level, "quote.kept", { ...facts, next, advice: rule.advice });
  return { visitor, stored: "kept", ...(rule.ofRequest && { ofRequest: true }), ...(unnoted && { unnoted }) };
}

/** Specification, "Error catalogue": a 200 is success whatever its body says. */
const byStatus = (status: number | undefined) => (status !== undefined && status < 300 ? "success" : "error");
