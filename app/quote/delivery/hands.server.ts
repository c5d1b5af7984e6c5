import type { Answer } from "~/quote/outbox/outbox.server";

type Hold = {
  /** For all who ask for the same request; undefined where it was only looked at. */
  answer: Promise<Answer | undefined>;
  over: Promise<unknown>;
};

/** The same request sent again within this time of its acceptance is a repeat. */
export const SAME_REQUEST_MS = 60 * 60 * 1000;

export type Hands = ReturnType<typeof makeHands>;

/**
 * Holds each request in one pair of hands at a time, a visitor's or the redelivery's, and remembers for an hour what was accepted.
 *
 * @param accepted when each was accepted, the oldest first (milliseconds); couriers of one process share it
 */
export function makeHands(now: () => Date, accepted = new Map<string, number>()) {
  const holds = new Map<string, Hold>();

  /** The clock may have been set back. */
  const isOld = (at: number) => Math.abs(now().getTime() - at) > SAME_REQUEST_MS;

  return {
    holderOf: (id: string): Hold | undefined => holds.get(id),

    /** Takes a free request in hand until `work` is over. `respond` gives the answer before that. */
    hold(id: string, work: (respond: (answer: Answer) => void) => Promise<unknown>): Hold {
      let respond = (_: Answer | undefined) => {};
      const told = new Promise<Answer | undefined>((resolve) => {
        respond = resolve;
      });
      const over = work(respond).finally(() => holds.delete(id));
      const hold = { answer: Promise.race([told, over.then(() => undefined)]), over };
      // Perhaps nobody waits for it.
      hold.answer.catch(() => {});
      holds.set(id, hold);
      return hold;
    },

    /** Whether it was accepted within the hour. */
    isRepeat(id: string): boolean {
      for (const [other, at] of accepted) {
        if (!isOld(at)) break;
        accepted.delete(other);
      }
      return !isOld(accepted.get(id) ?? Number.NEGATIVE_INFINITY);
    },

    /** @param isAccepted false forgets an earlier acceptance */
    note(id: string, isAccepted: boolean): void {
      accepted.delete(id); // So that the oldest stay first.
      if (isAccepted) accepted.set(id, now().getTime());
    },
  };
}
