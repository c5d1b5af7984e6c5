import { randomBytes } from "node:crypto";
import { errorCode } from "~/config/error-code";
import { announceArrival } from "~/quote/delivery/arrival.server";
import type { DeliveryDeps, Verdict } from "~/quote/delivery/deliver.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import { DiskTimeout } from "~/quote/outbox/disk.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { createStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";
import type { SubmitResult } from "~/quote/outcome";
import type { FormKind, QuoteValues } from "~/quote/request";
import { makeFirstAttempt } from "~/quote/submit/first-attempt.server";
import type { RateLimit } from "~/quote/submit/rate-limit.server";
import { validate } from "~/quote/submit/validate.server";

export type Submission = {
  form: FormKind;
  values: QuoteValues;
  honeypot: string;
  /** The client's address; only counted, never kept. */
  address: string;
};

export type SubmitDeps = DeliveryDeps & {
  outbox: Outbox;
  inFlight: InFlight;
  rateLimit: RateLimit;
};

/**
 * Makes the function that takes a submission: validate, count, store, send. When the visitor sees success, a channel has
 * accepted the request or it is on disk. A repeat shares the attempt under way, and is not sent within an hour of its
 * acceptance.
 */
export function makeSubmit(deps: SubmitDeps) {
  const { outbox, inFlight, channels, rateLimit, log, hourly, now } = deps;
  const { sendAtOnce, sendUnstored, isHalfway } = makeFirstAttempt(deps);
  /** Makes ids while the outbox cannot provide its key. */
  const spareKey = randomBytes(32);
  const idKey = (): Promise<Buffer> =>
    outbox.idKey().catch((error) => {
      const advice =
        "Request ids change at each start, so repeats are not recognized. Make the outbox writable; if its file `key` is damaged, delete it.";
      hourly.log("error", "outbox.key", { code: errorCode(error), advice });
      return spareKey;
    });

  return async function submit({ form, values, honeypot, address }: Submission): Promise<SubmitResult> {
    const { request: valid, errors } = validate(values);
    if (errors) return { kind: "invalid", values, errors };
    // People never see the honeypot, so a program filled it in. A person's browser may have such a program.
    if (honeypot.trim() !== "") return { kind: "unconfirmed", values };
    const request = createStoredRequest(form, valid, await idKey(), now());
    const { id } = request;
    let isRepeat = true;
    const attempt = async (tell: (verdict: Verdict) => void): Promise<Verdict> => {
      if (await isHalfway(id)) return { visitor: "success", stored: "kept" };
      isRepeat = false;
      return (await limit(request, address)) ?? storeAndSend(request, tell);
    };
    // The visitor need not wait for all channels.
    const { visitor, stored, retryAfterS } = await new Promise<Verdict>((tell, fail) => {
      inFlight.run(id, () => attempt(tell)).then(tell, fail);
    });
    if (isRepeat) log("info", "quote.repeated", { id, form });
    if (retryAfterS) return { kind: "limited", values, retryAfterS, held: stored === "kept" };
    return visitor === "success" ? { kind: "sent" } : { kind: "failed", values };
  };

  /** Over the limit a request is held and sent later. */
  async function limit(request: StoredRequest, address: string): Promise<Verdict | undefined> {
    const reached = await rateLimit.count(address);
    if (!reached) return undefined;
    const { id, form } = request;
    const held = await hold(request, reached.retryAfterS).catch(() => false);
    const advice =
      "If there are many of these, check TRUSTED_PROXIES: behind a proxy, a wrong number makes all visitors share one limit.";
    log("warn", "quote.limited", { id, form, ...reached, held, advice });
    return { visitor: "error", stored: held ? "kept" : "lost", retryAfterS: reached.retryAfterS };
  }

  /** Keeps a request to be sent later; one in the outbox stays as it is. Returns false when too many are held. */
  async function hold(request: StoredRequest, waitS: number): Promise<boolean> {
    if (await outbox.read(request.id)) return true;
    if (!(await rateLimit.mayHold())) return false;
    const heldUntil = new Date(now().getTime() + waitS * 1000).toISOString();
    await outbox.store({ ...request, announced: true, heldUntil });
    announceArrival(request, "held", log);
    return true;
  }

  async function storeAndSend(request: StoredRequest, tell: (verdict: Verdict) => void): Promise<Verdict> {
    const { id, form } = request;
    const isSentAtOnce = channels.some(({ afterMs }) => afterMs === 0);
    const stored: StoredRequest = isSentAtOnce ? request : { ...request, announced: true };
    const error = await outbox.store(stored).catch((reason: Error) => reason);
    const { unwritable } = outbox.advice;
    if (error) hourly.log("error", "outbox.unwritable", { id, code: errorCode(error), advice: unwritable });
    log("info", "quote.received", { id, form, stored: !error });
    if (error) return sendUnstored(request, error instanceof DiskTimeout ? error.late : undefined);
    hourly.clear("outbox.unwritable");
    const verdict = await sendAtOnce(request, tell);
    if (verdict) return verdict;
    const advice =
      channels.length > 0
        ? "FORWARD_URL is not set, so the request is sent by email only, after MAIL_AFTER_S. DELIVERY=mail sends it at once."
        : "FORWARD_URL is not set, so nothing is sent. The request is in the outbox.";
    announceArrival(request, "waiting", log);
    log("warn", "quote.kept", { id, form, class: "unconfigured", advice });
    return { visitor: "success", stored: "kept" };
  }
}
