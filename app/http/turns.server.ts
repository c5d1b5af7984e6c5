import type { ServerResponse } from "node:http";
import { type Leave, makeGate } from "~/http/gate.server";
import { isGone, trackRendered } from "~/http/unread-responses.server";

/** What costs processor time waits for its turn here: a rendered page takes milliseconds. */
const GATES = {
  /** Pages for one visitor, forms with errors, forms that take time to read. */
  page: makeGate({ atOnce: 1, places: 64, holdMs: 1_000, quietMs: 250 }),
  /** Forms that can be sent never wait behind pages. They soon wait for the disk, and share its flushes, then for the service. */
  quote: makeGate({ atOnce: 16, places: 200, holdMs: 100, quietMs: 0 }),
  /** The thanks after a form, and what asks whether the site is ready. */
  receipt: makeGate({ atOnce: 1, places: 64, holdMs: 1_000, quietMs: 100 }),
  /** The page that answers a form, once it is known what became of it. */
  answer: makeGate({ atOnce: 1, places: 200, holdMs: 1_000, quietMs: 100 }),
};

export type Lane = keyof typeof GATES;

/**
 * Waits for a turn to work on a response. The turn ends when the response is produced or its client gone.
 *
 * @param client see `clientAddress`
 * @returns false if there is no room
 */
export async function takeTurn(lane: Lane, client: string, res: ServerResponse): Promise<boolean> {
  const leave = await GATES[lane](client, () => isGone(res));
  if (!leave) return false;
  trackRendered(res);
  res.once("close", leave);
  // Not at "finish", which waits for the reader.
  const { end } = res;
  res.end = (...args: unknown[]) => {
    leave();
    return end.apply(res, args as Parameters<typeof end>);
  };
  return true;
}

/** Waits for a turn to render the page that answers a form. Returns what ends it; undefined if there is no room. */
export const takeAnswerTurn = (client: string, { signal }: Request): Promise<Leave | undefined> =>
  GATES.answer(client, () => signal.aborted);
