import { config } from "~/config/config.server";
import { log } from "~/log/log.server";
import { throttledLog } from "~/log/throttled-log.server";
import { channels } from "~/quote/delivery/channels/channels.server";
import { makeWorker, pollMsOf, type Worker } from "~/quote/delivery/worker.server";
import { makeRateLimit } from "~/quote/intake/rate-limit.server";
import { makeSubmit } from "~/quote/intake/submit.server";
import { makeTurnedAway } from "~/quote/intake/turned-away.server";
import { releaseSuspects } from "~/quote/outbox/folder/former-suspects.server";
import { makeRedeliveryLock } from "~/quote/outbox/folder/lock.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { DATABASE_METADATA, type Outbox, type Snapshot } from "~/quote/outbox/outbox.server";
import { makeReceiptTokens } from "~/quote/receipt/receipt-token.server";

/** Composition root: the parts of the quote service, put together with the settings. */

/** How long storing and responding may take besides the attempt, in milliseconds. */
const MARGIN_MS = 5_000;

const now = () => new Date();
/** The longest that a visitor waits, and how long one process alone may send a request, in milliseconds. */
const firstAttemptMs = config.forwardTimeoutMs + MARGIN_MS;
/** More than two polls. */
const lockMs = 2 * pollMsOf(config.retryDelaysS) + MARGIN_MS;
const { keepSentDays, databaseUrl } = config;

const folder = openFolder(config.outboxDir, { keepSentDays, log });
const folderLock = makeRedeliveryLock(folder.dir, folder.probe);
const postgres = databaseUrl ? await openDatabase(databaseUrl) : undefined;

/** Where requests are. */
export const outbox: Outbox = postgres?.outbox ?? folder;
export const receiptTokens = makeReceiptTokens(outbox.idKey, now);

const shared = { outbox, log, now };
const worker = makeWorker({
  redeliveryLock: postgres?.redeliveryLock ?? folderLock,
  ...{ ...shared, channels, throttledLog, firstAttemptMs, attemptMs: config.forwardTimeoutMs },
  retryDelaysS: config.retryDelaysS,
});
const rateLimit = makeRateLimit(config.rateLimitMax, config.rateLimitWindowS);
export const turnedAway = makeTurnedAway(now);
export const submit = makeSubmit({
  ...{ ...shared, worker, rateLimit, answerMs: firstAttemptMs },
  noteLimited: turnedAway.note,
});

/** Opens PostgreSQL, and moves there what waits in the folder. Ends the process if it can never be used. */
async function openDatabase(url: string) {
  const { openPostgres } = await import("~/quote/outbox/postgres/open.server");
  const former = openFolder(config.outboxDir, { mustExist: true });
  const opened = await openPostgres(url, {
    ...{ log, keepSentDays },
    siteName: config.siteUrlGiven ? new URL(config.siteOrigin).host : undefined,
    // A process that could not save a result saves it at its next poll, before the lease ends.
    leaseMs: firstAttemptMs + lockMs,
    lockMs,
    formerKey: () => former.idKey().catch(() => undefined),
  }).catch(({ message }: Error) => {
    process.stderr.write(`The site did not start: ${message}\n`);
    process.exit(1);
  });
  // Read at a later start without DATABASE_URL.
  const note = "PostgreSQL (DATABASE_URL) has the requests.\n";
  void folder.writeMetadata(DATABASE_METADATA, note).catch(() => {});
  const { moveIn } = await import("~/quote/outbox/postgres/move-in.server");
  const move = () => moveIn({ folder: former, folderLock, write: opened.write, firstAttemptMs, log });
  return { ...opened, moveIn: move };
}

/** The worker of this process. Development reloads this module after a change; the old one must stop. */
const RUNNING = Symbol.for("site.worker");
const running = globalThis as { [RUNNING]?: Worker };

/** Sends waiting requests until the process ends. `watch` gets what each poll has seen. */
export function startQuotes(watch?: (seen?: Snapshot) => void): void {
  void running[RUNNING]?.stop();
  running[RUNNING] = worker;
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, worker.stop);
  void worker.run(watch);
  // A disk that cannot be read has its own line.
  void releaseSuspects(folder.dir, log)
    .catch(() => {})
    .then(postgres?.moveIn);
}
