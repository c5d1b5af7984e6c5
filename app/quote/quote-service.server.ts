import { config } from "~/config/config.server";
import { hourly } from "~/config/hourly-log.server";
import { log } from "~/config/log.server";
import { announceStart } from "~/quote/announce-start.server";
import { channels } from "~/quote/delivery/channels.server";
import { makeInFlight } from "~/quote/delivery/in-flight.server";
import { makeRedelivery } from "~/quote/delivery/redelivery.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { makeLeaderLock } from "~/quote/outbox/leader-lock.server";
import type { Backlog, Outbox } from "~/quote/outbox/outbox.server";
import { makeReadiness } from "~/quote/outbox/readiness.server";
import { makeRateLimit } from "~/quote/submit/rate-limit.server";
import { makeSentMarks } from "~/quote/submit/sent-mark.server";
import { makeSubmit } from "~/quote/submit/submit.server";
import { openBackend } from "~/quote/valkey/backend.server";

/** Composition root: the parts of the quote service, put together with the settings. */

const { forwardTimeoutMs, valkeySettings } = config;

/** How long storing and responding may take besides the attempt, in milliseconds. */
const MARGIN_MS = 5_000;

const now = () => new Date();
export const folder = openOutbox(config.outboxDir, { keepSentDays: config.keepSentDays, log });
export const leaderLock = makeLeaderLock(folder.dir, folder.probe, log);
const own = { hourly, inFlight: makeInFlight(now), channels, waitsS: config.redeliveryWaitsS, log, now };
const firstAttemptMs = forwardTimeoutMs + MARGIN_MS;

const shared =
  valkeySettings &&
  (await openBackend({ ...own, valkeySettings, folder, firstAttemptMs, keepSentDays: config.keepSentDays }));

export const outbox: Outbox = shared?.outbox ?? folder;
/** Where requests are, for what counts them; the first is the one that all processes share. */
export const backlogs: Backlog[] = shared ? [shared.onValkey, folder] : [folder];
export const isReady = makeReadiness(outbox);
const inFlight = shared?.inFlight ?? own.inFlight;

export const sentMarks = makeSentMarks(outbox.idKey, now);

export const submit = makeSubmit({
  ...own,
  outbox,
  inFlight,
  rateLimit: makeRateLimit(
    config.rateLimitMax,
    config.rateLimitWindowS,
    shared && { valkey: shared.valkey, prefix: shared.prefix, key: outbox.idKey },
  ),
  relaySuspected: config.relaySuspected,
});

/** The redelivery of this process. Development reloads this module after a change; the old redelivery must stop. */
const RUNNING = Symbol.for("site.redelivery");
const running = globalThis as { [RUNNING]?: { stop: () => void } };

/** Says how the site starts, then sends waiting requests until the process ends. See `makeRedelivery`. */
export function startQuotes(): void {
  void announceStart(shared ? [folder, shared.onValkey] : [folder]);
  running[RUNNING]?.stop();
  const redelivery =
    shared?.makeRedelivery(leaderLock) ??
    makeRedelivery({ ...own, outbox: folder, leaderLock, firstAttemptMs });
  running[RUNNING] = redelivery;
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, redelivery.stop);
  void redelivery.run();
}
