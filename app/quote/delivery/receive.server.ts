import { countedLog } from "~/log/counted-log.server";
import { errorCode } from "~/log/error-code";
import { placeOf, seenAsSuccess } from "~/quote/delivery/fate.server";
import {
  announceArrival,
  type CourierDeps,
  type Hands,
  type Noted,
  SAME_REQUEST_MS,
} from "~/quote/delivery/hands.server";
import { acceptedBy, type StoredRequest } from "~/quote/lifecycle/stored-quote.server";
import { DiskTimeout } from "~/quote/outbox/folder/io-limiter.server";
import type { Outcome } from "~/quote/outcome";

type Respond = (answer: Outcome) => void;

const SENT: Outcome = { kind: "sent" };
const failed = ({ request }: StoredRequest): Outcome => ({ kind: "failed", values: request });
export const toldOf = (request: StoredRequest) => (seenAsSuccess(request) ? SENT : failed(request));
const isSuccess = ({ request, isStored }: Noted) =>
  isStored ? seenAsSuccess(request) : acceptedBy(request).length > 0;

/** Takes a visitor's request. A repeat shares the attempt under way, and is not sent within an hour of its acceptance. */
export function makeReceive(deps: CourierDeps, hands: Hands) {
  const { outbox, channels, firstAttemptMs, fallback, log, hourly, now } = deps;
  const repeats = countedLog(log);
  const atOnce = channels.filter(({ afterMs }) => afterMs === 0);

  /**
   * @param limit returns an outcome if there are too many requests: then nothing is sent
   * @param late when it resolves, the answer is what is known by then; the work goes on
   */
  return function receive(
    request: StoredRequest,
    limit: () => Promise<Outcome | undefined>,
    late: Promise<unknown> = new Promise(() => {}),
  ): Promise<Outcome> {
    const noted: Noted = { request, isStored: false };
    const soFar = () => (isSuccess(noted) ? SENT : failed(request));
    return Promise.race([receiveAll(noted, limit), late.then(soFar)]);
  };

  async function receiveAll(noted: Noted, limit: () => Promise<Outcome | undefined>): Promise<Outcome> {
    const beganMs = performance.now();
    const { request } = noted;
    const { id, form } = request;
    const repeated = (answer: Outcome) => {
      repeats.log("info", "quote.repeated", { id, form }, id);
      return answer;
    };
    for (let other = hands.inHand(id); other; other = hands.inHand(id)) {
      // If the other one broke off, this one is sent by itself.
      const answer = await other.answer.catch(() => undefined);
      if (answer) return repeated(answer);
      await other.over.catch(() => {});
    }
    const { answer } = hands.take(id, async (respond) => {
      if (hands.isRepeat(id) || (await isPartlyDelivered(id))) return respond(repeated(SENT));
      const limited = await limit();
      if (limited) return respond(limited);
      const stored: StoredRequest = atOnce.length > 0 ? request : { ...request, announced: true };
      const kept = await outbox.keep(stored).catch((error: Error) => error);
      if (kept === "kept") return send(noted, beganMs, respond);
      if (kept === "sent" || kept === "failed")
        return respond(repeated(kept === "sent" ? SENT : failed(request)));
      return fallback ? respond(await fallback(request)) : sendUnstored(noted, respond, kept);
    });
    return (await answer) as Outcome;
  }

  /** Whether one channel accepted it within the hour and another will: sent again it would arrive twice. */
  async function isPartlyDelivered(id: string): Promise<boolean> {
    if (atOnce.length < 2) return false;
    const stored = await hands.read(id);
    return Object.values(stored?.tries ?? {}).some(
      ({ accepted, at }) => accepted && Math.abs(now().getTime() - Date.parse(at)) < SAME_REQUEST_MS,
    );
  }

  /** Sends a request that is stored. The visitor need not wait for all channels. */
  async function send(noted: Noted, beganMs: number, respond: Respond): Promise<void> {
    const { request } = noted;
    const { id, form } = request;
    noted.isStored = true;
    hourly.clear("outbox.unwritable");
    log("info", "quote.received", { id, form, stored: true });
    if (atOnce.length === 0) {
      const advice = "FORWARD_URL is not set, so nothing is sent. The request is in the outbox.";
      announceArrival(request, "waiting", log);
      log("warn", "quote.kept", { id, form, class: "unconfigured", advice });
      return respond(SENT);
    }
    // Storing it took so long (the process stood still) that another process may be sending it by now.
    if (performance.now() - beganMs >= firstAttemptMs) return respond(failed(request));
    const sendBy = async (channel: (typeof atOnce)[number]) => {
      await hands.attempt(noted, channel);
      if (isSuccess(noted)) respond(SENT);
    };
    await Promise.all(atOnce.map(sendBy));
    // It was deleted while it was being sent, or PostgreSQL was restored from a backup.
    if (!noted.isStored && acceptedBy(noted.request).length === 0) return lose(request, respond);
    respond(failed(request));
  }

  function lose(request: StoredRequest, respond: Respond): void {
    const { id, form } = request;
    log("error", "quote.lost", { id, form, advice: "The visitor saw the error and was asked to call." });
    respond(failed(request));
  }

  /** Tries each channel now: the outbox could not store the request. */
  async function sendUnstored(noted: Noted, respond: Respond, error: Error): Promise<void> {
    const { request } = noted;
    const { id, form } = request;
    const { unwritable } = outbox.advice;
    hourly.log("error", "outbox.unwritable", { id, code: errorCode(error), advice: unwritable });
    log("info", "quote.received", { id, form, stored: false });
    for (const channel of channels) {
      await hands.attempt(noted, channel);
      if (placeOf(noted.request, channels, now()) === "sent") break;
    }
    if (acceptedBy(noted.request).length === 0) return lose(request, respond);
    announceArrival(request, "accepted", log);
    respond(SENT);
    // In hand until then: what the disk wrote all the same, late or unflushed, or kept from before, must not be sent again.
    if (error instanceof DiskTimeout) await error.late?.catch(() => {});
    if ((await outbox.text("new", id).catch(() => "")) !== undefined)
      await hands.put(noted.request, placeOf(noted.request, channels, now()));
  }
}
