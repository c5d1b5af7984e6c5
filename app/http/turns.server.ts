import type { ServerResponse } from "node:http";
import { makeGate, type Release } from "~/http/gate.server";
import { isGone, trackRendered } from "~/http/unread-responses.server";

/** Limits work that costs CPU time. Rendering a page takes milliseconds. */
const GATES = {
  /** Uncached pages, forms with errors, bodies that are slow to parse. */
  page: makeGate({ concurrency: 1, queueSize: 64, maxHoldMs: 1_000, maxDrainMs: 250 }),
  /** Valid forms, so that they never wait behind pages. They soon wait for I/O, so many run at a time (and share fsyncs). */
  quote: makeGate({ concurrency: 24, queueSize: 400, maxHoldMs: 100, maxDrainMs: 0 }),
  /** Pages with a receipt, and health probes. */
  receipt: makeGate({ concurrency: 1, queueSize: 64, maxHoldMs: 1_000, maxDrainMs: 100 }),
  /** Rendering the response to a form, once its outcome is known. */
  answer: makeGate({ concurrency: 1, queueSize: 400, maxHoldMs: 1_000, maxDrainMs: 100 }),
};

type Lane = keyof typeof GATES;

/**
 * Waits for a turn to produce a response. The turn ends with the call of `res.end`, or when the client disconnects.
 *
 * @param client see `clientAddress`
 * @returns false if the queue is full
 */
export async function takeTurn(lane: Lane, client: string, res: ServerResponse): Promise<boolean> {
  const release = await GATES[lane](client, () => isGone(res));
  if (!release) return false;
  trackRendered(res);
  res.once("close", release);
  // Not on "finish", which waits until the client has read the response.
  const { end } = res;
  res.end = (...args: unknown[]) => {
    release();
    return end.apply(res, args as Parameters<typeof end>);
  };
  return true;
}

/** Waits for a turn to render the response to a form. Returns its `Release`; undefined if the queue is full. */
export const takeAnswerTurn = (client: string, { signal }: Request): Promise<Release | undefined> =>
  GATES.answer(client, () => signal.aborted);
