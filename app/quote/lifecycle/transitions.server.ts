import { type AttemptResult, type Channels, immediateChannels } from "~/quote/lifecycle/channel.server";
import { policyOf } from "~/quote/lifecycle/response-classes.server";
import { retryDelayMs } from "~/quote/lifecycle/retry-policy.server";
import { acceptedBy } from "~/quote/lifecycle/status.server";
import type { ChannelName, StoredQuote } from "~/quote/lifecycle/stored-quote.server";

/**
 * The transitions of a stored quote. Pure functions; nothing else edits one. They do not move its file: `statusOf` decides the
 * status, an `Outbox` stores it.
 *
 * | transition | status | channel states | other fields |
 * | --- | --- | --- | --- |
 * | `createQuote` | new | none | `receivedAt` |
 * | `held` | new | | `heldUntil`; `announced` |
 * | `attempted` | | that channel's | `next`, and `waitingSince` if it is the first failure; an entry in `attempts` |
 * | `announced` | | | `announced`: the owner has been notified of its arrival |
 * | `sent` | sent | none; the acceptance moves to `sent` | |
 * | `gaveUp` | dead | none | `dead`; without `waitingSince` |
 * | `dueNow` | new | each without `next` | without `heldUntil` |
 * | `requeued` | new | none | without `waitingSince`, `heldUntil`, `dead`; `sent` stays or is set: send it again |
 * | `restarted` | new | none | as `requeued`, without `sent`: the worker has read the quote to send it again |
 */

const ATTEMPTS_KEPT = 20;

/** The quote was over a rate limit. It is not sent before `until`. */
export const held = (quote: StoredQuote, until: Date): StoredQuote => ({
  ...quote,
  announced: true,
  heldUntil: until.toISOString(),
});

/** A channel has made an attempt, which ended at `now`. `retryDelaysS`: see `RetryTimes`. */
export function attempted(
  quote: StoredQuote,
  channel: ChannelName,
  result: AttemptResult,
  retryDelaysS: readonly number[],
  now: Date,
): StoredQuote {
  const { class: responseClass, status, ms, code, location } = result;
  const { accepted, ambiguous } = policyOf(responseClass);
  const before = quote.tries[channel];
  const count = (before?.count ?? 0) + 1;
  const uncertain = (before?.uncertain ?? 0) + (ambiguous ? 1 : 0);
  const at = now.toISOString();
  const delayMs = retryDelayMs(result, { attempts: count, ambiguousAttempts: uncertain }, retryDelaysS);
  const next = accepted ? undefined : new Date(now.getTime() + delayMs).toISOString();
  const state = { count, uncertain, next, at, class: responseClass, status, code, location, accepted };
  const attempts = [...(quote.attempts ?? []), { at, channel, class: responseClass, status, ms }];
  return {
    ...quote,
    attempts: attempts.slice(-ATTEMPTS_KEPT),
    waitingSince: accepted ? quote.waitingSince : (quote.waitingSince ?? at),
    tries: { ...quote.tries, [channel]: state },
  };
}

/**
 * Whether an attempt decides how the arrival of a quote is announced: `accepted` by a channel, or `waiting` once each immediate
 * channel has failed. Undefined if neither, or if it was announced before. `before`: the quote before the attempt.
 */
export function arrivalState(
  before: StoredQuote,
  isAccepted: boolean,
  channels: Channels,
): "accepted" | "waiting" | undefined {
  // Until it is announced, each immediate channel has made one attempt at most.
  const { attempts = [] } = before;
  const left = Math.max(1, immediateChannels(channels).length) - attempts.length;
  if (before.announced || left < 1) return undefined;
  return isAccepted ? "accepted" : left === 1 ? "waiting" : undefined;
}

/** The owner has been notified that the quote arrived. */
export const announced = (quote: StoredQuote): StoredQuote => ({ ...quote, announced: true });

/** Its channels have accepted the quote, the last of them at `sent.at`. Channel states are cleared: see `gaveUp`. */
export function sent(quote: StoredQuote): StoredQuote {
  const channels = acceptedBy(quote);
  const states = channels.flatMap((name) => quote.tries[name] ?? []);
  const [last] = states.sort((a, b) => (a.at > b.at ? -1 : 1));
  if (!last) return quote;
  return { ...quote, tries: {}, sent: { at: last.at, channel: channels.join(", "), class: last.class } };
}

/** The quote is given up. Channel states are cleared, so a file that is moved back to `new/` by hand starts over. */
export function gaveUp({ waitingSince: _, ...rest }: StoredQuote, now: Date): StoredQuote {
  return { ...rest, tries: {}, dead: { at: now.toISOString() } };
}

/** The operator wants the quote sent again, even if an equal one was accepted within the hour. */
export function requeued({ dead: _, sent: accepted, ...rest }: StoredQuote, now: Date): StoredQuote {
  return { ...restarted(rest), sent: accepted ?? { at: now.toISOString(), channel: "", class: "" } };
}

/** The quote starts over, without attempts, and is not announced again. */
export function restarted(quote: StoredQuote): StoredQuote {
  const { sent: _, waitingSince: __, heldUntil: ___, ...rest } = quote;
  return { ...rest, announced: true, tries: {} };
}

/** The operator wants the quote tried now. */
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
