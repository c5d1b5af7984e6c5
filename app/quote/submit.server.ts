import { randomBytes } from "node:crypto";
import { type DeliveryDeps, deliver, type Verdict } from "~/quote/delivery.server";
import { type Envelope, seal } from "~/quote/envelope.server";
import type { Outcome } from "~/quote/outcome";
import type { FormKind, QuoteValues } from "~/quote/request";
import { validate } from "~/quote/validate.server";

/** The same request sent again within this time of its acceptance is the same request, not a reminder. */
const SAME_REQUEST_MS = 60 * 60 * 1000;

/**
 * Makes the function that a submission goes through: judge → store → relay → outcome. It knows no HTTP.
 *
 * A request that a visitor is told was sent has been accepted, or is on disk. Equal requests are one: while the first
 * is on its way the second waits for its verdict, and for an hour after its acceptance the second is not sent.
 */
export function makeSubmit(deps: DeliveryDeps) {
  const inFlight = new Map<string, Promise<Verdict>>();
  const accepted = new Map<string, number>();
  /** Makes ids while the outbox cannot give its own key. */
  const spareKey = randomBytes(32);

  return async function submit(form: FormKind, values: QuoteValues): Promise<Outcome | { kind: "sent" }> {
    const { request, errors } = validate(values);
    if (errors) return { kind: "invalid", values, errors };

    const key = await deps.outbox.idKey().catch((error: NodeJS.ErrnoException) => {
      const advice =
        "Ids change at each start. Make the outbox writable; if its file `key` is damaged, delete it.";
      deps.log("error", "outbox.key", { fault: error.code, advice });
      return spareKey;
    });
    const envelope = seal(form, request, key, deps.now());
    const { visitor } = await oncePerRequest(envelope);
    return visitor === "success" ? { kind: "sent" } : { kind: "failed", values };
  };

  async function oncePerRequest(envelope: Envelope): Promise<Verdict> {
    const now = deps.now().getTime();
    for (const [id, at] of accepted) if (now - at > SAME_REQUEST_MS) accepted.delete(id);
    if (accepted.has(envelope.id)) {
      deps.log("info", "quote.repeated", { id: envelope.id, form: envelope.form });
      return { visitor: "success", stored: "removed" };
    }
    const running = inFlight.get(envelope.id);
    if (running) return running;
    const attempt = storeAndDeliver(envelope).finally(() => inFlight.delete(envelope.id));
    inFlight.set(envelope.id, attempt);
    return attempt;
  }

  async function storeAndDeliver(envelope: Envelope): Promise<Verdict> {
    const stored = await deps.outbox.store(envelope).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        deps.log("error", "outbox.unwritable", {
          id: envelope.id,
          fault: error.code,
          advice: deps.outbox.unwritable,
        });
        return false;
      },
    );
    deps.log("info", "quote.received", { id: envelope.id, form: envelope.form, stored });
    const verdict = await deliver(envelope, stored, deps);
    if (verdict.stored === "removed") accepted.set(envelope.id, deps.now().getTime());
    return verdict;
  }
}
