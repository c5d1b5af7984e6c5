import { config } from "~/config/config.server";
import { log } from "~/log/log.server";
import { makeThrottledLog, throttledLog } from "~/log/throttled-log.server";
import { channels } from "~/quote/delivery/channels/channels.server";
import { makeWorker, pollMsOf } from "~/quote/delivery/worker.server";
import { makeRateLimit } from "~/quote/intake/rate-limit.server";
import { makeSubmit } from "~/quote/intake/submit.server";
import { makeTurnedAway } from "~/quote/intake/turned-away.server";
import { makeRedeliveryLock } from "~/quote/outbox/folder/lock.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import type { Outbox, Snapshot } from "~/quote/outbox/outbox.server";
import { makeReceiptTokens } from "~/quote/receipt/receipt-token.server";

/** Composition root: the parts of the quote service, put together with the settings. */

/** How long storing and responding may take besides the attempt, in milliseconds. */
const MARGIN_MS = 5_000;

const now = () => new Date();
/** The longest that a visitor waits, and how long one process alone may send a request, in milliseconds. */
const firstAttemptMs = config.forwardTimeoutMs + MARGIN_MS;
const { keepSentDays, databaseUrl } = config;

export const folder = openFolder(config.outboxDir, { keepSentDays, log });
const folderLock = makeRedeliveryLock(folder.dir, folder.probe);
export const postgres = databaseUrl
  ? await (await import("~/quote/outbox/postgres/open.server")).openPostgres(databaseUrl, folder, {
      log,
      keepSentDays,
      leaseMs: firstAttemptMs,
      leadsMs: 2 * pollMsOf(config.redeliveryWaitsS) + MARGIN_MS,
    })
  : undefined;

/** Where requests are: first the outbox that takes them, then the folder that takes them while PostgreSQL is away. */
export const outboxes: readonly Outbox[] = postgres ? [postgres.outbox, folder] : [folder];
/** The outbox that takes requests; monitoring looks at this one. */
export const outbox: Outbox = postgres?.outbox ?? folder;
export const receiptTokens = makeReceiptTokens((postgres?.outbox ?? folder).idKey, now);

const shared = {
  log,
  now,
  firstAttemptMs,
  channels,
  retryDelaysS: config.redeliveryWaitsS,
  acceptedAt: new Map(),
};
const folderWorker = makeWorker({ ...shared, outbox: folder, redeliveryLock: folderLock, throttledLog });
const worker = postgres
  ? makeWorker({
      ...shared,
      outbox: postgres.outbox,
      redeliveryLock: postgres.redeliveryLock,
      throttledLog: makeThrottledLog(log),
      fallback: async (quote) => {
        const outcome = await folderWorker.firstAttempt(quote, { rateLimit: async () => undefined });
        const isStored = async () => (await folder.text("new", quote.id).catch(() => "")) !== undefined;
        if (outcome.kind === "sent" || (await isStored())) await postgres.withdraw(quote);
        return outcome;
      },
    })
  : folderWorker;
const workers = [...new Set([worker, folderWorker])];

const rateLimit = makeRateLimit(config.rateLimitMax, config.rateLimitWindowS);
export const turnedAway = makeTurnedAway(now);
export const submit = makeSubmit({
  ...{ outboxes, worker, rateLimit, log, now, answerMs: firstAttemptMs },
  noteLimited: turnedAway.note,
});

/** The workers of this process. Development reloads this module after a change; the old ones must stop. */
const RUNNING = Symbol.for("site.workers");
const running = globalThis as { [RUNNING]?: typeof workers };

/** Sends waiting requests until the process ends. `watch` gets what each poll of the outbox has seen. */
export function startQuotes(watch?: (seen?: Snapshot) => void): void {
  for (const old of running[RUNNING] ?? []) void old.stop();
  running[RUNNING] = workers;
  for (const one of workers) {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, one.stop);
    void one.run(one === worker ? watch : undefined);
  }
}
