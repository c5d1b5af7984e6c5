import { DELIVERY_CLASSES } from "~/quote/delivery-class.server";
import type { Envelope } from "~/quote/envelope.server";
import type { Outbox } from "~/quote/outbox.server";
import type { Attempt } from "~/quote/relay.server";
import type { Log } from "~/server/log.server";

export type DeliveryDeps = {
  outbox: Outbox;
  /** One attempt at the forwarding service; absent while no address is configured. */
  relay: ((envelope: Envelope) => Promise<Attempt>) | undefined;
  log: Log;
  now: () => Date;
};

/** What the visitor is told, and whether the service took the request (`removed`) or it waits in the outbox (`kept`). */
export type Verdict = { visitor: "success" | "error"; stored: "removed" | "kept" };

/**
 * One attempt at delivering an envelope: relay, read the answer by the table, remove or keep, say so in the log.
 *
 * @param stored whether the envelope lies in the outbox; if not, there is nothing to keep
 */
export async function deliver(envelope: Envelope, stored: boolean, deps: DeliveryDeps): Promise<Verdict> {
  const attempt: Attempt = deps.relay
    ? await deps.relay(envelope)
    : { class: "unconfigured", bytes: 0, ms: 0 };
  const rule = DELIVERY_CLASSES[attempt.class];
  const visitor = rule.visitor === "by-status" ? byStatus(attempt.status) : rule.visitor;
  const { class: deliveryClass, status, retryAfterS } = attempt;
  const attempts = envelope.attempts + 1;
  const facts = { id: envelope.id, form: envelope.form, attempts, ...attempt };

  if (rule.stored === "removed") {
    await deps.outbox.remove(envelope.id).catch((error: NodeJS.ErrnoException) => {
      const advice =
        "The request was accepted but its file could not be removed: delete it by hand, or it is sent again.";
      deps.log("error", "outbox.unwritable", { id: envelope.id, fault: error.code, advice });
    });
    deps.log(rule.level, "quote.delivered", { ...facts, advice: rule.advice });
    return { visitor, stored: "removed" };
  }

  if (!stored) {
    deps.log("error", "quote.lost", { ...facts, advice: rule.advice });
    return { visitor: "error", stored: "kept" };
  }
  const lastAttempt = { at: deps.now().toISOString(), class: deliveryClass, status, retryAfterS };
  // The request is on disk already; only the note of this attempt would be missing.
  await deps.outbox.store({ ...envelope, attempts, lastAttempt }).catch((error: NodeJS.ErrnoException) => {
    deps.log("warn", "outbox.unwritable", {
      id: envelope.id,
      fault: error.code,
      advice: "The request is kept; the note of this attempt is not.",
    });
  });
  deps.log(rule.level, "quote.kept", { ...facts, advice: rule.advice });
  return { visitor, stored: "kept" };
}

/** Specification, "Error catalogue": a 200 is success whatever its body says. */
const byStatus = (status: number | undefined) => (status !== undefined && status < 300 ? "success" : "error");
