import { makeAttempts } from "~/quote/attempts.server";
import { channels } from "~/quote/channels.server";
import { openOutbox } from "~/quote/outbox.server";
import { makeRateLimit } from "~/quote/rate-limit.server";
import { makeRedelivery } from "~/quote/redelivery.server";
import { servedNow } from "~/quote/spam-marks.server";
import { makeSubmit } from "~/quote/submit.server";
import { makeTurn } from "~/quote/turn.server";
import { config } from "~/server/config.server";
import { log } from "~/server/log.server";

/** Where requests arrive: the parts put together with the operator's settings. */

/** How long storing and answering may take beside the attempt itself, in milliseconds. */
const MARGIN_MS = 5_000;

export const outbox = openOutbox(config.outboxDir);

const now = () => new Date();
const attempts = makeAttempts(now);
const parts = { outbox, attempts, channels, waitsS: config.redeliveryWaitsS, log, now };

/** Takes one submission on its way. See `makeSubmit`. */
export const submit = makeSubmit({
  ...parts,
  rateLimit: makeRateLimit(config.rateLimitMax, config.rateLimitWindowS),
  relaySuspected: config.relaySuspected,
});

/** The redelivery of this process. Development loads this module anew after a change; the one before must stop. */
const RUNNING = Symbol.for("site.redelivery");
const running = globalThis as { [RUNNING]?: { stop: () => void } };

/** Brings kept requests out again, until the process is told to end. See `makeRedelivery`. */
export function startRedelivery(): void {
  running[RUNNING]?.stop();
  const firstAttemptMs = config.forwardTimeoutMs + MARGIN_MS;
  const redelivery = makeRedelivery({ ...parts, turn: makeTurn(config.outboxDir), firstAttemptMs });
  running[RUNNING] = redelivery;
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, redelivery.stop);
  void redelivery.run();
}

/** See `servedNow`; undefined while the outbox cannot give its key. */
export const servedStamp = () =>
  outbox.idKey().then(
    (key) => servedNow(key, now()),
    () => undefined,
  );
