import { setTimeout as sleep } from "node:timers/promises";
import type { Channel } from "~/quote/delivery/channel.server";
import { isDue, placeOf } from "~/quote/delivery/fate.server";
import type { CourierDeps, Hands } from "~/quote/delivery/hands.server";
import { toldOf } from "~/quote/delivery/take.server";
import type { Entry } from "~/quote/outbox/outbox.server";
import { parseStoredRequest, type StoredRequest, startOver } from "~/quote/outbox/stored-request.server";

/** The longest time between two requests (milliseconds). A short first wait shortens it. */
const SPACING_MS = 2_000;
/** Each accepted request shortens it by this, down to a sixteenth. */
const FASTER = 0.93;
const FASTEST = 1 / 16;

const RESTORED =
  "This request waited again, as after a restored backup, but it was accepted before: it is in sent/, and is not sent twice. To send it once more: npm run outbox again ID.";

/** Whether `sent/` has this very request: it waits because a backup was restored. `again` marks what it brings back. */
const isRestored = ({ receivedAt, sent }: StoredRequest, copy = "") =>
  !sent && parseStoredRequest(copy)?.receivedAt === receivedAt;

/**
 * Makes the function by which a channel sends what is due, the oldest first, one at a time with a pause between them. It ends
 * with one that is not accepted: the next look goes on with the others.
 *
 * @param entries the waiting requests as of the last poll
 */
export function makeDrain(deps: CourierDeps, hands: Hands, entries: () => readonly Entry[]) {
  const { outbox, channels, waitsS, leaderLock, firstAttemptMs, log, now } = deps;
  const spacingMs = Math.min(SPACING_MS, ((waitsS[0] ?? 0) * 1000) / 10);

  const canSend = (request: Omit<Entry, "seenAt">, channel: Channel) =>
    placeOf(request, channels, now()) === "new" && isDue(request, channel, now(), { firstAttemptMs, waitsS });

  /** The request, if it is still due. It is read while it is in hand: until then another channel may have accepted it. */
  async function readDue(id: string, channel: Channel): Promise<StoredRequest | undefined> {
    const found = (await outbox.claim(id)) && (await hands.read(id));
    if (!found) return undefined;
    if (isRestored(found, await outbox.text("sent", id).catch(() => undefined))) {
      await outbox.remove(id).catch(() => {});
      log("warn", "quote.restored", { id, form: found.form, advice: RESTORED });
      return undefined;
    }
    // If it is marked as sent, the operator brought it back.
    const request = found.sent ? startOver(found) : found;
    return canSend(request, channel) ? request : undefined;
  }

  return async function drain(channel: Channel, isStopped: () => boolean): Promise<void> {
    let list: readonly Entry[] = [];
    let next = 0;
    let accepted = 0;
    while (!isStopped()) {
      // An older one may have come back since.
      if (list !== entries()) [list, next] = [entries(), 0];
      const entry = list[next++];
      if (!entry) return;
      const { id } = entry;
      if (hands.holderOf(id) || !canSend(hands.recall(entry), channel)) continue;
      let isAccepted: boolean | undefined;
      await hands.hold(id, async (respond) => {
        const request = await readDue(id, channel);
        if (!request) return;
        // Another process may have taken the lock while this one was frozen.
        isAccepted = false;
        if (!(await leaderLock.acquire())) return;
        const inHand = { request, isStored: true };
        await hands.attempt(inHand, channel);
        respond(toldOf(inHand.request));
        isAccepted = inHand.request.tries[channel.name]?.accepted ?? false;
      }).over;
      if (isAccepted === undefined) continue; // It is not due anymore.
      if (!isAccepted) return;
      await sleep(spacingMs * Math.max(FASTEST, FASTER ** ++accepted), undefined, { ref: false });
    }
  };
}
