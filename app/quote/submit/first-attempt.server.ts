import { announceArrival } from "~/quote/delivery/arrival.server";
import {
  conclude,
  type Delivery,
  type DeliveryDeps,
  deliver,
  settle,
  type Verdict,
} from "~/quote/delivery/deliver.server";
import { SAME_REQUEST_MS } from "~/quote/delivery/in-flight.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";

/** Makes the functions that send a request while the visitor waits. */
export function makeFirstAttempt(deps: DeliveryDeps & { outbox: Outbox }) {
  const { outbox, channels, log, now } = deps;
  const atOnce = channels.filter(({ afterMs }) => afterMs === 0);

  /**
   * Sends a stored request through every channel that sends at once. Returns undefined if no channel does.
   *
   * @param tell called when the visitor need not wait for the others
   */
  async function sendAtOnce(
    request: StoredRequest,
    tell: (verdict: Verdict) => void,
  ): Promise<Verdict | undefined> {
    let latest = request;
    let noted: Promise<unknown> = Promise.resolve();
    const verdicts = await Promise.all(
      atOnce.map(async (channel) => {
        const attempt = await channel.send(request);
        // One note after the other, each with those before it.
        const verdict = noted.then(() => {
          const delivery = conclude(latest, channel, attempt, deps);
          latest = delivery.record;
          return settle(delivery, outbox, deps);
        });
        noted = verdict;
        if (atOnce.length > 1 && (await verdict).visitor === "success") tell(await verdict);
        return verdict;
      }),
    );
    const find = (isIt: (verdict: Verdict) => boolean) => verdicts.find(isIt);
    return (
      find(({ stored }) => stored === "removed") ?? find((one) => one.visitor === "success") ?? verdicts[0]
    );
  }

  /** Tries each channel now: the disk could not store the request. `late` settles if it still ends the write. */
  async function sendUnstored(request: StoredRequest, late: Promise<unknown> | undefined): Promise<Verdict> {
    const { id, form } = request;
    let record = request;
    let accepted: Delivery | undefined;
    for (const channel of channels) {
      const delivery = await deliver(record, channel, deps);
      const { rule, facts } = delivery;
      record = delivery.record;
      if (delivery.isAccepted) accepted = delivery;
      const said = { ...facts, advice: rule.advice };
      if (delivery.isAccepted) log(rule.level, "quote.delivered", said);
      else log(rule.level, "quote.unsent", said);
      if (delivery.isDone) break;
    }
    if (!accepted) {
      log("error", "quote.lost", { id, form, advice: "The visitor saw the error and was asked to call." });
      return { visitor: "error", stored: "lost" };
    }
    // Do not wait for this disk again. What it writes late must not be sent a second time.
    const { isDone } = accepted;
    const note = () => (isDone ? outbox.accept(record) : outbox.store(record)).catch(() => {});
    void note();
    void late?.then(note, () => {});
    announceArrival(request, "accepted", log);
    return accepted.verdict;
  }

  /** Whether one channel accepted it within the hour and another will: sent again it would arrive twice. */
  async function isHalfway(id: string): Promise<boolean> {
    if (atOnce.length < 2) return false;
    const stored = await outbox.read(id).catch(() => undefined);
    return Object.values(stored?.tries ?? {}).some(
      ({ accepted, at }) => accepted && Math.abs(now().getTime() - Date.parse(at)) < SAME_REQUEST_MS,
    );
  }

  return { sendAtOnce, sendUnstored, isHalfway };
}
