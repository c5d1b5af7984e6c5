import { afterEach, beforeEach, vi } from "vitest";
import { makeThrottledLog } from "~/log/throttled-log.server";
import { makeWorker, type WorkerDeps } from "~/quote/delivery/worker.server";
import type { QuoteValues } from "~/quote/fields";
import { makeSubmit, type SubmitDeps } from "~/quote/intake/submit.server";
import type { AttemptResult, Channel } from "~/quote/lifecycle/channel.server";
import type { ResponseClass } from "~/quote/lifecycle/response-classes.server";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { KEY, MINUTE, REQUEST, sampleQuote } from "../intake/sample-quote";
import { dir, freshFolder, log } from "../outbox/folder";

/** A worker over an outbox in a folder of its own, with channels and a clock that the test sets. */

export let clock: Date;
let passedMs: number;
let ticks = 0;

/** A folder and a clock for each test of the file that calls this. */
export function freshWorker() {
  freshFolder();
  beforeEach(() => {
    [clock, passedMs] = [new Date("2026-05-01T12:00:00Z"), 0];
    vi.spyOn(performance, "now").mockImplementation(() => ++ticks + passedMs);
  });
  afterEach(() => void vi.restoreAllMocks());
}

export const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
  passedMs += ms;
};

type Answer = ResponseClass | Promise<ResponseClass>;

/** A channel with a set answer, and what it was sent. */
function channel(name: Channel["name"], answer: Answer, more: Partial<AttemptResult> = {}, delayMs = 0) {
  const sent: StoredQuote[] = [];
  const made = {
    ...{ name, delayMs, sent, answer },
    send: async (quote: StoredQuote): Promise<AttemptResult> => {
      sent.push(quote);
      return { class: await made.answer, bytes: 0, ms: 1, ...more };
    },
  };
  return made;
}
export const forward = (answer: Answer, more: Partial<AttemptResult> = {}) =>
  channel("forward", answer, more);
export const mail = (answer: Answer, delayMs = 0) => channel("mail", answer, {}, delayMs);

/** A channel that answers when the test says so. */
export function hanging(name: Channel["name"]) {
  let respond = (_: ResponseClass) => {};
  const answer = new Promise<ResponseClass>((resolve) => {
    respond = resolve;
  });
  return { ...channel(name, answer), respond };
}

export function setUp(
  channels: Channel[],
  parts: Partial<ReturnType<typeof openFolder>> = {},
  changes: Partial<WorkerDeps & SubmitDeps> = {},
) {
  // A request that is submitted is the sample.
  const outbox = { ...openFolder(dir), ...parts, idKey: async () => KEY };
  const shared = { outbox, log, throttledLog: makeThrottledLog(log), now: () => clock };
  const worker = makeWorker({
    ...{ ...shared, channels, firstAttemptMs: 15_000, attemptMs: 10_000 },
    // The pause between two is a tenth of the first: too short to be waited for here.
    retryDelaysS: [0.01, 3_600],
    redeliveryLock: { acquire: async () => true, release: async () => {} },
    ...changes,
  });
  const rateLimit = { count: () => undefined, hold: () => 61 };
  const submit = makeSubmit({
    ...{ ...shared, worker, rateLimit },
    ...{ outbox, answerMs: 15_000, ...changes },
  });
  return {
    ...{ outbox, worker },
    submit: (values: QuoteValues = REQUEST, honeypot = "") =>
      submit({ form: "quote", values, honeypot, address: "192.0.2.1" }),
    /** Polls once, a minute later, until the deliveries that this starts are done. */
    poll: async (delayMs = MINUTE) => {
      pass(delayMs);
      await (await worker.poll()).done;
    },
  };
}

/** A site where these quotes wait. */
export async function setUpWaiting(waiting: readonly StoredQuote[], ...given: Parameters<typeof setUp>) {
  const site = setUp(...given);
  for (const stored of waiting) await site.outbox.update(stored);
  return site;
}

/** Quotes in the order of their arrival. */
export const quotes = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...sampleQuote("quote", { projectLocation: `${i} Road` }),
    receivedAt: new Date(Date.parse("2026-05-01T12:00:00Z") + i).toISOString(),
  }));
