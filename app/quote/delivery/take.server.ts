import { errorCode } from "~/log/error-code";
import { announceArrival } from "~/quote/delivery/arrival.server";
import { type AttemptDeps, type InHand, makeAttempt } from "~/quote/delivery/attempt.server";
import { SAME_REQUEST_MS } from "~/quote/delivery/hands.server";
import { DiskTimeout } from "~/quote/outbox/disk.server";
import type { Answer } from "~/quote/outbox/outbox.server";
import { asSent, type StoredRequest } from "~/quote/outbox/stored-request.server";

export type TakeDeps = AttemptDeps & {
  /** Takes what the outbox does not. Without it such a request is sent unstored. */
  fallback?: (request: StoredRequest) => Promise<Answer>;
};

const SENT: Answer = { success: true, kept: true };

/**
 * Makes the function that takes a visitor's request: it is stored, then sent by each channel that sends at once. A repeat
 * shares the attempt under way, and is not sent within an hour of its acceptance.
 */
export function makeTake(deps: TakeDeps) {
  const { outbox, hands, unnoted, channels, fallback, log, hourly, now } = deps;
  const attempt = makeAttempt(deps);
  const atOnce = channels.filter(({ afterMs }) => afterMs === 0);

  /** @param limit answers in place of the sending, where there are too many requests */
  return async function take(
    request: StoredRequest,
    limit: () => Promise<Answer | undefined>,
  ): Promise<Answer> {
    const { id } = request;
    for (let other = hands.holderOf(id); other; other = hands.holderOf(id)) {
      const answer = await other.answer;
      if (answer) return repeated(request, answer);
      await other.over;
    }
    if (hands.isRepeat(id)) return repeated(request, SENT);
    const { answer } = hands.hold(id, async (respond) => {
      if (await isPartlyDelivered(id)) return respond(repeated(request, SENT));
      const limited = await limit();
      return limited ? respond(limited) : storeAndSend(request, respond);
    });
    return (await answer) as Answer;
  };

  function repeated({ id, form }: StoredRequest, answer: Answer): Answer {
    log("info", "quote.repeated", { id, form });
    return answer;
  }

  /** Whether one channel accepted it within the hour and another will: sent again it would arrive twice. */
  async function isPartlyDelivered(id: string): Promise<boolean> {
    if (atOnce.length < 2) return false;
    const stored = await unnoted.read(id);
    return Object.values(stored?.tries ?? {}).some(
      ({ accepted, at }) => accepted && Math.abs(now().getTime() - Date.parse(at)) < SAME_REQUEST_MS,
    );
  }

  async function storeAndSend(request: StoredRequest, respond: (answer: Answer) => void): Promise<void> {
    const { id, form } = request;
    const stored: StoredRequest = atOnce.length > 0 ? request : { ...request, announced: true };
    const taken = await outbox.take(stored).catch((reason: Error) => reason);
    const error = taken instanceof Error ? taken : undefined;
    if (error && fallback) return respond(await fallback(request));
    if (taken && !error) return respond(repeated(request, taken as Answer));
    const { unwritable } = outbox.advice;
    if (error) hourly.log("error", "outbox.unwritable", { id, code: errorCode(error), advice: unwritable });
    log("info", "quote.received", { id, form, stored: !error });
    if (error) return sendUnstored(request, respond, error instanceof DiskTimeout ? error.late : undefined);
    hourly.clear("outbox.unwritable");
    if (atOnce.length === 0) {
      keep(request);
      return respond(SENT);
    }
    const inHand: InHand = { request, isStored: true };
    // The visitor need not wait for all channels.
    const send = async (channel: (typeof atOnce)[number]) =>
      (await attempt(inHand, channel)).success && respond(SENT);
    await Promise.all(atOnce.map(send));
    respond({ success: false, kept: true });
  }

  function keep(request: StoredRequest): void {
    const { id, form } = request;
    const advice = "FORWARD_URL is not set, so nothing is sent. The request is in the outbox.";
    announceArrival(request, "waiting", log);
    log("warn", "quote.kept", { id, form, class: "unconfigured", advice });
  }

  /**
   * Tries each channel now: the outbox could not store the request.
   *
   * @param late settles if the disk still ends the write
   */
  async function sendUnstored(
    request: StoredRequest,
    respond: (answer: Answer) => void,
    late: Promise<unknown> | undefined,
  ): Promise<void> {
    const { id, form } = request;
    const inHand: InHand = { request, isStored: false };
    let isAccepted = false;
    let isDone = false;
    for (const channel of channels) {
      const made = await attempt(inHand, channel);
      isAccepted ||= made.isAccepted;
      isDone = made.isDone;
      if (isDone) break;
    }
    if (!isAccepted) {
      log("error", "quote.lost", { id, form, advice: "The visitor saw the error and was asked to call." });
      return respond({ success: false, kept: false });
    }
    announceArrival(request, "accepted", log);
    respond(SENT);
    // In hand until then: what the disk writes late must not be sent a second time.
    await late?.catch(() => {});
    const written = isDone ? outbox.accept(asSent(inHand.request)) : outbox.store(inHand.request);
    await written.catch(() => late && unnoted.remember(inHand.request));
  }
}
