import { again, forget, now as makeDue } from "~/cli/outbox/change";
import type { Log } from "~/log/log.server";
import { makeThrottledLog } from "~/log/throttled-log.server";
import { makeWorker, pollMsOf } from "~/quote/delivery/worker.server";
import { type FormKind, mapFields } from "~/quote/fields";
import { makeRateLimit } from "~/quote/intake/rate-limit.server";
import { makeSubmit } from "~/quote/intake/submit.server";
import type { AttemptResult } from "~/quote/lifecycle/channel.server";
import { acceptedBy } from "~/quote/lifecycle/status.server";
import { parseStoredQuote, type StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { PROBE_FILE } from "~/quote/outbox/folder/durable-files.server";
import { makeRedeliveryLock } from "~/quote/outbox/folder/lock.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import type { Outbox, RedeliveryLock } from "~/quote/outbox/outbox.server";
import { openPostgres } from "~/quote/outbox/postgres/open.server";
import { DIR, LONGEST_ANSWER_MS, TIMEOUT_MS } from "./world";

/** The adapter: the only file of the simulation that knows the site's modules. It runs inside each simulated process. */

const RETRY_WAITS_S = [900, 3_600, 14_400, 43_200, 86_400];
const MAIL_AFTER_MS = 900_000;

/** What each result of a post is to the site: its class and status. `unclear`: a 200 that does not say whether it accepted. */
const RESULTS = {
  accepted: { forward: ["accepted", 200], mail: ["mail-accepted", 250] },
  unclear: { forward: ["presumed-accepted", 200], mail: ["mail-accepted", 250] },
  "says no": { forward: ["refused", 200], mail: ["mail-request-refused", 550] },
  refuses: { forward: ["blocked", 403], mail: ["mail-refused", 550] },
  "is down": { forward: ["server-error", 503], mail: ["mail-deferred", 451] },
  redirects: { forward: ["redirected", 302], mail: ["mail-deferred", 450] },
  "no connection": { forward: ["unreachable"], mail: ["mail-unreachable"] },
  "no answer": { forward: ["unknown"], mail: ["mail-unknown"] },
} as const;

export type Result = keyof typeof RESULTS;
export type ChannelName = "forward" | "mail";
/** What makes two posts the same request, whatever the site makes of it. */
export type Words = { form: FormKind; words: string };
/** A stored request. `accepted`: the channels that have accepted it while it waits; `attempts`: how many its file lists. */
export type Stored = Words &
  Record<"id" | "receivedAt" | "text", string> & { accepted: string[]; attempts: number };

export type Setup = {
  /** The channels that send at once, and those that send only what has waited for 15 minutes. */
  channels: Record<"atOnce" | "late", readonly ChannelName[]>;
  post: (channel: ChannelName, id: string, words: Words) => Promise<Result>;
  log: Log;
  onGivenUp: (id: string) => void;
  isInPostgres: boolean;
};

type Store = { outbox: Outbox; redeliveryLock: RedeliveryLock };

async function openStore(
  isInPostgres: boolean,
  log: Log,
  formerKey?: () => Promise<undefined>,
): Promise<Store> {
  const lockMs = 2 * pollMsOf(RETRY_WAITS_S) + LONGEST_ANSWER_MS - TIMEOUT_MS;
  const options = { log, keepSentDays: 30, leaseMs: LONGEST_ANSWER_MS + lockMs, lockMs, formerKey };
  if (isInPostgres) return openPostgres("postgres://database/site", options);
  const outbox = openFolder(DIR, { log, mustExist: !formerKey });
  return { outbox, redeliveryLock: makeRedeliveryLock(outbox.dir, outbox.probe) };
}

/** Starts a site over an outbox, as the composition root does. `stop` is what SIGTERM does. */
export async function startSite({ channels, post, log: write, onGivenUp, isInPostgres }: Setup) {
  const log: Log = (level, event, facts) => {
    if (event === "quote.dead") onGivenUp(String(facts.id));
    write(level, event, facts);
  };
  const channelsOf = (names: readonly ChannelName[], delayMs: number) =>
    names.map((name) => ({
      ...{ name, delayMs },
      send: async (request: StoredQuote): Promise<AttemptResult> => {
        const [responseClass, status] = RESULTS[await post(name, request.id, wordsOf(request))][name];
        return { class: responseClass, status, bytes: 0, ms: 0 };
      },
    }));
  const store = await openStore(isInPostgres, log, async () => undefined);
  const shared = { outbox: store.outbox, log, now: () => new Date() };
  const worker = makeWorker({
    ...{ ...shared, redeliveryLock: store.redeliveryLock, retryDelaysS: RETRY_WAITS_S },
    throttledLog: makeThrottledLog(log),
    channels: [...channelsOf(channels.atOnce, 0), ...channelsOf(channels.late, MAIL_AFTER_MS)],
    firstAttemptMs: LONGEST_ANSWER_MS,
    attemptMs: TIMEOUT_MS,
  });
  const limits = { rateLimit: makeRateLimit(5, 600), answerMs: LONGEST_ANSWER_MS };
  const submit = makeSubmit({ ...shared, ...limits, worker });
  void worker.run();
  return {
    stop: worker.stop,
    submit: async ({ form, words }: Words, address: string): Promise<{ kind: string; isHeld: boolean }> => {
      const typed = mapFields(() => "other");
      const values = { ...typed, email: "visitor@example.org", projectLocation: words };
      const outcome = await submit({ form, values, honeypot: "", address });
      return { kind: outcome.kind, isHeld: outcome.kind === "limited" && outcome.held };
    },
  };
}

/** The operator's commands. Each resolves to whether it found the request. */
export function makeOperator(isInPostgres: boolean) {
  const store = openStore(isInPostgres, () => {});
  const command = (change: typeof again) => async (id: string) => change(id, (await store).outbox);
  return { again: command(again), now: command(makeDue), forget: command(forget) };
}

/** Whether a name is that of a request's file, damaged or not: the site's own test files are none. */
export const isRequestFile = (name: string) => !PROBE_FILE.test(name);

/** The request in a file of the outbox; undefined if it is damaged. */
export function readStored(text: string): Stored | undefined {
  const request = parseStoredQuote(text);
  if (!request) return undefined;
  const { id, receivedAt, attempts = [] } = request;
  const state = { accepted: acceptedBy(request), attempts: attempts.length };
  return { ...wordsOf(request), ...state, id, receivedAt, text };
}

const wordsOf = ({ form, request }: StoredQuote): Words => ({
  form,
  words: request.projectLocation.trim(),
});
