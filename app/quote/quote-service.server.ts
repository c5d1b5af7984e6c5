import { config } from "~/config/config.server";
import { hourly, hourlyLog } from "~/log/hourly-log.server";
import { log } from "~/log/log.server";
import { channels } from "~/quote/delivery/channels/channels.server";
import { makeCourier, pollMsOf } from "~/quote/delivery/courier.server";
import { makeRateLimit } from "~/quote/intake/rate-limit.server";
import { makeSentMarks } from "~/quote/intake/sent-mark.server";
import { makeSubmit } from "~/quote/intake/submit.server";
import { makeLeaderLock } from "~/quote/outbox/folder/lock.server";
import { openOutbox } from "~/quote/outbox/folder/store.server";
import type { Index, Outbox } from "~/quote/outbox/outbox.server";

/** Composition root: the parts of the quote service, put together with the settings. */

/** How long storing and responding may take besides the attempt, in milliseconds. */
const MARGIN_MS = 5_000;

const now = () => new Date();
/** The longest that a visitor waits, and how long one process alone may send a request, in milliseconds. */
const firstAttemptMs = config.forwardTimeoutMs + MARGIN_MS;
const { keepSentDays, databaseUrl } = config;

export const folder = openOutbox(config.outboxDir, { keepSentDays, log });
const folderLock = makeLeaderLock(folder.dir, folder.probe);
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
export const leaderLock = postgres?.leaderLock ?? folderLock;
export const sentMarks = makeSentMarks((postgres?.outbox ?? folder).idKey, now);

const shared = {
  log,
  now,
  firstAttemptMs,
  channels,
  waitsS: config.redeliveryWaitsS,
  accepted: new Map(),
};
const folderCourier = makeCourier({ ...shared, outbox: folder, leaderLock: folderLock, hourly });
const courier = postgres
  ? makeCourier({
      ...shared,
      outbox: postgres.outbox,
      leaderLock: postgres.leaderLock,
      hourly: hourlyLog(log),
      fallback: async (request) => {
        const outcome = await folderCourier.receive(request, async () => undefined);
        const isKept = async () => (await folder.text("new", request.id).catch(() => "")) !== undefined;
        if (outcome.kind === "sent" || (await isKept())) await postgres.withdraw(request);
        return outcome;
      },
    })
  : folderCourier;
const couriers = [...new Set([courier, folderCourier])];

const rateLimit = makeRateLimit(config.rateLimitMax, config.rateLimitWindowS);
export const submit = makeSubmit({ outboxes, courier, rateLimit, log, now, answerMs: firstAttemptMs });

/** The couriers of this process. Development reloads this module after a change; the old ones must stop. */
const RUNNING = Symbol.for("site.couriers");
const running = globalThis as { [RUNNING]?: typeof couriers };

/** Sends waiting requests until the process ends. `makeWatch` makes, for each outbox, the function that gets what a poll has seen. */
export function startQuotes(makeWatch?: () => (seen?: Index) => void): void {
  for (const old of running[RUNNING] ?? []) void old.stop();
  running[RUNNING] = couriers;
  for (const { run, stop } of couriers) {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stop);
    void run(makeWatch?.());
  }
}
