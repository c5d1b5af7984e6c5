import type { ServerResponse } from "node:http";
import { makeGate, type Release } from "~/http/gate.server";
import { isGone, trackRendered } from "~/http/unread-responses.server";

/** What costs processor time waits for its turn here: a rendered page takes milliseconds. */
const GATES = {
  /** Pages for one visitor, forms with errors, forms that take time to read. */
  page: makeGate({ concurrency: 1, queueSize: 64, maxHoldMs: 1_000, maxDrainMs: 250 }),
  /** Forms that can be sent never wait behind pages. They soon wait for the disk, and share its flushes, then for the service. */
  quote: makeGate({ concurrency: 16, queueSize: 200, maxHoldMs: 100, maxDrainMs: 0 }),
  /** The thanks after a form, and what asks whether the site is ready. */
  receipt: makeGate({ concurrency: 1, queueSize: 64, maxHoldMs: 1_000, maxDrainMs: 100 }),
  /** The page that answers a form, once it is known what became of it. */
  answer: makeGate({ concurrency: 1, queueSize: 200, maxHoldMs: 1_000, maxDrainMs: 100 }),
};

export type Lane = keyof typeof GATES;

/**
 * Waits for a turn to work on a response. The turn ends when the response is produced or its client gone.
 *
 * @param client see `clientAddress`
 * @returns false if there is no room
 */
export async function takeTurn(lane: Lane, client: string, res: ServerResponse): Promise<boolean> {
  const release = await GATES[lane](client, () => isGone(res));
  if (!release) return false;
  trackRendered(res);
  res.once("close", release);
  // Not at "finish", which waits for the reader.
  const { end } = res;
  res.end = (...args: unknown[]) => {
    release();
    return end.apply(res, args as Parameters<typeof end>);
  };
  return true;
}

/** Waits for a turn to render the page that answers a form. Returns what ends it; undefined if there is no room. */
export const takeAnswerTurn = (client: string, { signal }: Request): Promise<Release | undefined> =>
  GATES.answer(client, () => signal.aborted);
