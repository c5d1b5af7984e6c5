import { setTimeout as sleep } from "node:timers/promises";
import { type AttemptDeps, type Made, makeAttempt } from "~/quote/delivery/attempt.server";
import type { Channel } from "~/quote/delivery/channel.server";
import { isDue, placeOf } from "~/quote/delivery/fate.server";
import type { LeaderLock } from "~/quote/outbox/leader-lock.server";
import type { Entry } from "~/quote/outbox/outbox.server";
import { parseStoredRequest, type StoredRequest, startOver } from "~/quote/outbox/stored-request.server";

export type DrainDeps = AttemptDeps & {
  /** Only one of several processes on an outbox redelivers. */
  leaderLock: LeaderLock;
  /** How long only the process that took a request may send it, in milliseconds. */
  firstAttemptMs: number;
};

/** The longest time between two requests (milliseconds). A short first wait shortens it. */
const SPACING_MS = 2_000;
/** It halves after each run of this many accepted requests, down to a sixteenth. */
const STREAK = 10;
const HALVINGS = 4;

/** After this many refused requests in a row the cause is the service, not the requests. */
const REFUSED_IN_A_ROW = 5;

const RESTORED =
  "This request waited again, as after a restored backup, but it was accepted before: it is in sent/, and is not sent twice. To send it once more: npm run outbox again ID.";

/** Whether `sent/` has this very request: it waits because a backup was restored. `again` marks what it brings back. */
const isRestored = ({ receivedAt, sent }: StoredRequest, copy = "") =>
  !sent && parseStoredRequest(copy)?.receivedAt === receivedAt;

/**
 * Makes the function by which a channel sends what is due, the oldest first, one at a time with a pause between them. When the
 * service is failing it ends.
 *
 * @param entries the waiting requests as of the last poll
 */
export function makeDrain(deps: DrainDeps, entries: () => readonly Entry[]) {
  const { outbox, hands, unnoted, channels, waitsS, leaderLock, firstAttemptMs, log, now } = deps;
  const attempt = makeAttempt(deps);
  const spacingMs = Math.min(SPACING_MS, ((waitsS[0] ?? 0) * 1000) / 10);

  const canSend = (request: Omit<Entry, "seenAt" | "stamp">, channel: Channel) =>
    placeOf(request, channels, now()) === "new" && isDue(request, channel, now(), { firstAttemptMs, waitsS });

  /** Makes one attempt, if it is still due. Undefined if there was none; "rest" if another process leads by now. */
  async function tryOnce(id: string, channel: Channel): Promise<Made | "rest" | undefined> {
    const found = (await outbox.claim(id)) && (await unnoted.read(id));
    if (!found) return undefined;
    if (isRestored(found, await outbox.text("sent", id).catch(() => undefined))) {
      await outbox.remove(id).catch(() => {});
      log("warn", "quote.restored", { id, form: found.form, advice: RESTORED });
      return undefined;
    }
    // Marked as sent, the operator brought it back.
    const request = found.sent ? startOver(found) : found;
    if (!canSend(request, channel)) return undefined;
    // Another process may have taken the lock while this one was frozen.
    if (!(await leaderLock.acquire())) return "rest";
    return attempt({ request, isStored: true }, channel);
  }

  return async function drain(channel: Channel, isStopped: () => boolean): Promise<void> {
    let list: readonly Entry[] = [];
    let next = 0;
    let accepted = 0;
    let refused = 0;
    while (!isStopped() && refused < REFUSED_IN_A_ROW) {
      // An older one may have come back since.
      if (list !== entries()) [list, next] = [entries(), 0];
      const entry = list[next++];
      if (!entry) return;
      const { id } = entry;
      if (hands.holderOf(id) || !canSend(unnoted.recall(entry, entry.stamp), channel)) continue;
      let made: Made | "rest" | undefined;
      // Read while it is in hand: by another way it may be accepted until then.
      await hands.hold(id, async (respond) => {
        made = await tryOnce(id, channel);
        if (made && made !== "rest") respond({ success: made.success, kept: true });
      }).over;
      if (!made) continue;
      if (made === "rest" || !(made.isAccepted || made.rule.ofRequest)) return;
      refused = made.isAccepted ? 0 : refused + 1;
      if (made.isAccepted) accepted++;
      const halvings = Math.min(HALVINGS, Math.floor(accepted / STREAK));
      await sleep(spacingMs / 2 ** halvings, undefined, { ref: false });
    }
  };
}
