import { randomBytes } from "node:crypto";
import type { Log } from "~/log/log.server";
import { announceArrival } from "~/quote/delivery/arrival.server";
import type { Courier } from "~/quote/delivery/courier.server";
import type { Answer, Outbox } from "~/quote/outbox/outbox.server";
import { createStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";
import type { SubmitResult } from "~/quote/outcome";
import type { FormKind, QuoteValues } from "~/quote/request";
import type { RateLimit } from "~/quote/submit/rate-limit.server";
import { validate } from "~/quote/submit/validate.server";

export type Submission = {
  form: FormKind;
  values: QuoteValues;
  honeypot: string;
  /** The client's address; only counted, never kept. */
  address: string;
};

export type SubmitDeps = {
  /** The first one takes new requests; the others while it is away. */
  outboxes: readonly Outbox[];
  courier: Pick<Courier, "take">;
  rateLimit: RateLimit;
  log: Log;
  now: () => Date;
};

/**
 * Makes the function that takes a submission: validate, count, store, send. When the visitor sees success, a channel has
 * accepted the request or it is on disk.
 */
export function makeSubmit({ outboxes, courier, rateLimit, log, now }: SubmitDeps) {
  /** Makes ids while the outbox cannot provide its key. */
  const spareKey = randomBytes(32);
  const idKey = async (): Promise<Buffer> => (await outboxes[0]?.idKey().catch(() => spareKey)) ?? spareKey;

  return async function submit({ form, values, honeypot, address }: Submission): Promise<SubmitResult> {
    const { request: valid, errors } = validate(values);
    if (errors) return { kind: "invalid", values, errors };
    // People never see the honeypot, so a program filled it in. A person's browser may have such a program.
    if (honeypot.trim() !== "") return { kind: "unconfirmed", values };
    const request = createStoredRequest(form, valid, await idKey(), now());
    const { success, kept, retryAfterS } = await courier.take(request, () => limit(request, address));
    if (retryAfterS) return { kind: "limited", values, retryAfterS, held: kept };
    return success ? { kind: "sent" } : { kind: "failed", values };
  };

  /** Over the limit a request is held and sent later. */
  async function limit(request: StoredRequest, address: string): Promise<Answer | undefined> {
    const reached = await rateLimit.count(address);
    if (!reached) return undefined;
    const { id, form } = request;
    let held = false;
    for (const outbox of outboxes)
      held ||= await hold(request, reached.retryAfterS, outbox).catch(() => false);
    const advice =
      "If there are many of these, check TRUSTED_PROXIES: behind a proxy, a wrong number makes all visitors share one limit.";
    log("warn", "quote.limited", { id, form, ...reached, held, advice });
    return { success: false, kept: held, retryAfterS: reached.retryAfterS };
  }

  /** Keeps a request to be sent later; one in the outbox stays as it is. Returns false when too many are held. */
  async function hold(request: StoredRequest, waitS: number, outbox: Outbox): Promise<boolean> {
    if (await outbox.read(request.id)) return true;
    if (!(await rateLimit.mayHold())) return false;
    const heldUntil = new Date(now().getTime() + waitS * 1000).toISOString();
    await outbox.take({ ...request, announced: true, heldUntil });
    announceArrival(request, "held", log);
    return true;
  }
}
