import { type AttemptResult, type Channels, immediateChannels } from "~/quote/lifecycle/channel.server";
import { policyOf } from "~/quote/lifecycle/response-classes.server";
import { retryDelayMs } from "~/quote/lifecycle/retry-policy.server";
import { acceptedBy } from "~/quote/lifecycle/status.server";
import type { ChannelName, StoredQuote } from "~/quote/lifecycle/stored-quote.server";

/**
 * What can happen to a stored quote. Pure functions; nothing else edits one. They do not move it: `statusOf` says where it
 * belongs, an `Outbox` puts it there.
 *
 * | event | status | channel states | times and marks |
 * | --- | --- | --- | --- |
 * | `createQuote` | new | none | `receivedAt` |
 * | `held` | new | | `heldUntil`; `announced` |
 * | `attempted` | | that channel's | `next`, and `waitingSince` if it is the first failure; an entry in `attempts` |
 * | `announced` | | | `announced`: the owner was told of its arrival, once |
 * | `sent` | sent | none; the acceptance moves to `sent` | |
 * | `gaveUp` | dead | none | `dead`; without `waitingSince` |
 * | `dueNow` | new | each without `next` | without `heldUntil` |
 * | `requeued` | new | none | without `waitingSince`, `heldUntil`, `dead`; `sent` stays: it is sent once more |
 * | `restarted` | new | none | as `requeued`, without `sent`: the worker has read the request to send it once more |
 */

const ATTEMPTS_KEPT = 20;

/** It came over a rate limit, and is sent after `until`. */
export const held = (quote: StoredQuote, until: Date): StoredQuote => ({
  ...quote,
  announced: true,
  heldUntil: until.toISOString(),
});

/** A channel has made an attempt. `retryDelaysS`: see `retryDelayMs`. */
export function attempted(
  quote: StoredQuote,
  channel: ChannelName,
  result: AttemptResult,
  retryDelaysS: readonly number[],
  now: Date,
): StoredQuote {
  const { class: responseClass, status, ms } = result;
  const { accepted, ambiguous } = policyOf(responseClass);
  const before = quote.tries[channel];
  const count = (before?.count ?? 0) + 1;
  const uncertain = (before?.uncertain ?? 0) + (ambiguous ? 1 : 0);
  const at = now.toISOString();
  const delayMs = retryDelayMs(result, { attempts: count, ambiguousAttempts: uncertain }, retryDelaysS);
  const next = accepted ? undefined : new Date(now.getTime() + delayMs).toISOString();
  const state = { count, uncertain, next, at, class: responseClass, status, accepted };
  const attempts = [...(quote.attempts ?? []), { at, channel, class: responseClass, status, ms }];
  return {
    ...quote,
    attempts: attempts.slice(-ATTEMPTS_KEPT),
    waitingSince: accepted ? quote.waitingSince : (quote.waitingSince ?? at),
    tries: { ...quote.tries, [channel]: state },
  };
}

/**
 * What an attempt tells of a new quote: that a channel has accepted it, or that each channel that sends immediately has
 * failed. Undefined if there is no news, or the owner has heard it already.
 *
 * @param before the attempt
 */
export function arrivalState(
  before: StoredQuote,
  isAccepted: boolean,
  channels: Channels,
): "accepted" | "waiting" | undefined {
  const { attempts = [] } = before;
  const left = Math.max(1, immediateChannels(channels).length) - attempts.length;
  if (before.announced || left < 1) return undefined;
  return isAccepted ? "accepted" : left === 1 ? "waiting" : undefined;
}

/** The owner was told that it arrived. */
export const announced = (quote: StoredQuote): StoredQuote => ({ ...quote, announced: true });

/** Its channels have accepted it, the last of them at `sent.at`. Moved back by hand, it starts over. */
export function sent(quote: StoredQuote): StoredQuote {
  const channels = acceptedBy(quote);
  const states = channels.flatMap((name) => quote.tries[name] ?? []);
  const [last] = states.sort((a, b) => (a.at > b.at ? -1 : 1));
  if (!last) return quote;
  return { ...quote, tries: {}, sent: { at: last.at, channel: channels.join(", "), class: last.class } };
}

/** It is not tried anymore. Moved back by hand, it starts over. */
export function gaveUp({ waitingSince: _, ...rest }: StoredQuote, now: Date): StoredQuote {
  return { ...rest, tries: {}, dead: { at: now.toISOString() } };
}

/** The operator sends it once more, even if an equal one was accepted within the hour. */
export function requeued({ dead: _, sent: accepted, ...rest }: StoredQuote, now: Date): StoredQuote {
  return { ...restarted(rest), sent: accepted ?? { at: now.toISOString(), channel: "", class: "" } };
}

/** It begins anew. */
export function restarted(quote: StoredQuote): StoredQuote {
  const { sent: _, waitingSince: __, heldUntil: ___, ...rest } = quote;
  return { ...rest, announced: true, tries: {} };
}

/** The operator wants it tried now. */
export function dueNow({ heldUntil: _, tries, ...rest }: StoredQuote): StoredQuote {
  const { forward, mail } = tries;
  return {
    ...rest,
    tries: {
      ...(forward && { forward: { ...forward, next: undefined } }),
      ...(mail && { mail: { ...mail, next: undefined } }),
    },
  };
}
