import { config } from "~/config/config.server";
import { hourlyLog } from "~/config/hourly-log.server";
import { log } from "~/config/log.server";
import { channels } from "~/quote/delivery/channels.server";
import { makeInFlight } from "~/quote/delivery/in-flight.server";
import { makeRedelivery } from "~/quote/delivery/redelivery.server";
import { type Outbox, openOutbox } from "~/quote/outbox/folder-outbox.server";
import { makeLeaderLock } from "~/quote/outbox/leader-lock.server";
import { makeRateLimit } from "~/quote/submit/rate-limit.server";
import { makeSentMarks } from "~/quote/submit/sent-mark.server";
import { makeSubmit } from "~/quote/submit/submit.server";

/** Where requests arrive: the parts put together with the operator's settings. */

const { forwardTimeoutMs, valkeySettings } = config;

/** How long storing and answering may take beside the attempt itself, in milliseconds. */
const MARGIN_MS = 5_000;

const now = () => new Date();
const folder = openOutbox(config.outboxDir, { keepSentDays: config.keepSentDays, log });
const trouble = hourlyLog(log);
/** Says in the log what is wrong with the outbox, once an hour. */
export const sayTrouble = trouble.say;
const own = { trouble, inFlight: makeInFlight(now), channels, waitsS: config.redeliveryWaitsS, log, now };
const firstAttemptMs = forwardTimeoutMs + MARGIN_MS;

/** Where several machines share one Valkey. Nothing of it is loaded without. */
const shared = valkeySettings
  ? await import("~/quote/valkey/backend.server").then(({ openBackend }) =>
      openBackend({ ...own, valkeySettings, folder, firstAttemptMs, keepSentDays: config.keepSentDays }),
    )
  : undefined;

export const outbox: Outbox = shared?.outbox ?? folder;
/** Each place that requests may be kept in, as the operator knows it. */
export const places = [
  { place: config.outboxDir, ...folder },
  ...(shared ? [{ place: "Valkey", ...shared.queue }] : []),
];
export const isValkeyUp = shared?.valkey.isUp;
const inFlight = shared?.inFlight ?? own.inFlight;

/** See `makeSentMarks`. */
export const sentMarks = makeSentMarks(outbox.idKey, now);

/** Takes one submission on its way. See `makeSubmit`. */
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

/** The redelivery of this process. Development loads this module anew after a change; the one before must stop. */
const RUNNING = Symbol.for("site.redelivery");
const running = globalThis as { [RUNNING]?: { stop: () => void } };

/** Brings kept requests out again, until the process is told to end. See `makeRedelivery`. */
export function startRedelivery(): void {
  running[RUNNING]?.stop();
  const leaderLock = makeLeaderLock(folder.dir, folder.probe, log);
  const redelivery =
    shared?.makeRedelivery(leaderLock) ??
    makeRedelivery({ ...own, outbox: folder, leaderLock, firstAttemptMs });
  running[RUNNING] = redelivery;
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, redelivery.stop);
  void redelivery.run();
}
