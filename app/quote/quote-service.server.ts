import { config } from "~/config/config.server";
import { hourly } from "~/config/hourly-log.server";
import { log } from "~/config/log.server";
import { announceStart } from "~/quote/announce-start.server";
import { makeChannelWatch } from "~/quote/delivery/channel-watch.server";
import { channels } from "~/quote/delivery/channels.server";
import { makeCourier } from "~/quote/delivery/courier.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { makeLeaderLock } from "~/quote/outbox/leader-lock.server";
import { makeReadiness } from "~/quote/outbox/readiness.server";
import { makeRateLimit } from "~/quote/submit/rate-limit.server";
import { makeSentMarks } from "~/quote/submit/sent-mark.server";
import { makeSubmit } from "~/quote/submit/submit.server";

/** Composition root: the parts of the quote service, put together with the settings. */

/** How long storing and responding may take besides the attempt, in milliseconds. */
const MARGIN_MS = 5_000;

const now = () => new Date();
export const outbox = openOutbox(config.outboxDir, { keepSentDays: config.keepSentDays, log });
export const leaderLock = makeLeaderLock(outbox.dir, outbox.probe, log);
export const isReady = makeReadiness(outbox);
export const sentMarks = makeSentMarks(outbox.idKey, now);

const channelWatch = makeChannelWatch(log);
const shared = { outbox, log, hourly, now };
const courier = makeCourier({
  ...{ ...shared, leaderLock, channelWatch },
  channels: channels.map(channelWatch.watch),
  waitsS: config.redeliveryWaitsS,
  firstAttemptMs: config.forwardTimeoutMs + MARGIN_MS,
});
const rateLimit = makeRateLimit(config.rateLimitMax, config.rateLimitWindowS);
export const submit = makeSubmit({ ...shared, courier, rateLimit });

/** The courier of this process. Development reloads this module after a change; the old courier must stop. */
const RUNNING = Symbol.for("site.courier");
const running = globalThis as { [RUNNING]?: { stop: () => void } };

/** Says how the site starts, then sends waiting requests until the process ends. See `makeCourier`. */
export function startQuotes(): void {
  void announceStart(outbox);
  running[RUNNING]?.stop();
  running[RUNNING] = courier;
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, courier.stop);
  void courier.run();
}
