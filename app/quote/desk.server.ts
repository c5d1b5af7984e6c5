import { openOutbox } from "~/quote/outbox.server";
import { relay } from "~/quote/relay.server";
import { makeSubmit } from "~/quote/submit.server";
import { config } from "~/server/config.server";
import { log } from "~/server/log.server";

/** Where requests arrive: the parts put together with the operator's settings. */

const { forwardUrl, siteOrigin, forwardTimeoutMs } = config;

export const outbox = openOutbox(config.outboxDir);

/** Takes one submission on its way. See `makeSubmit`. */
export const submit = makeSubmit({
  outbox,
  relay: forwardUrl
    ? (envelope) => relay(envelope, { forwardUrl, siteOrigin, timeoutMs: forwardTimeoutMs })
    : undefined,
  log,
  now: () => new Date(),
});
