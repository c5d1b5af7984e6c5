import { type Channels, immediateChannels } from "~/quote/lifecycle/channel.server";
import { policyOf } from "~/quote/lifecycle/response-classes.server";
import type { ChannelName, ChannelState, DeliveryState } from "~/quote/lifecycle/stored-quote.server";

/**
 * The status of a quote, from what its channels did. Pure functions.
 *
 * | status | when |
 * | --- | --- |
 * | sent | all channels that send immediately have clearly accepted it, or one with a delay has |
 * | new | otherwise, while some channel is pending and the quote is not too old |
 * | sent | otherwise, if one channel has accepted it: the owner has it |
 * | dead | otherwise |
 *
 * Too old: one channel has made 6 attempts, and some attempt ended 14 days or more after the first failure.
 */

const GIVE_UP_MS = 14 * 24 * 60 * 60 * 1000;
/** Time alone is not enough: the machine may have been off for days, or its clock wrong. */
const MIN_ATTEMPTS = 6;

/** When a quote is too old, if enough attempts were made by then (milliseconds since 1970). `waitingSince`: ISO 8601. */
export const givesUpAt = (waitingSince: string): number => Date.parse(waitingSince) + GIVE_UP_MS;

/** Whether a quote that no channel accepted may have arrived all the same. */
export const mayHaveArrived = ({ attempts = [] }: { attempts?: readonly { class: string }[] }): boolean =>
  attempts.some((attempt) => policyOf(attempt.class).ambiguous);

export const acceptedBy = ({ tries }: Pick<DeliveryState, "tries">): ChannelName[] =>
  (Object.keys(tries) as ChannelName[]).filter((name) => tries[name]?.accepted);

/** Whether a channel may not send the quote again, because copies may have arrived. If not, and not accepted, it is pending. */
export function isExhausted(state: ChannelState | undefined): boolean {
  if (!state) return false;
  const { maxAmbiguous = Number.POSITIVE_INFINITY } = policyOf(state.class);
  return (state.uncertain ?? 0) >= maxAmbiguous;
}

/**
 * The channels that must still accept a quote before it is sent, exhausted ones included: the immediate ones, and the delayed one if
 * these have only presumably accepted it.
 */
export function missingChannels({ tries }: Pick<DeliveryState, "tries">, channels: Channels): ChannelName[] {
  const delayed = channels.filter(({ delayMs }) => delayMs > 0).map(({ name }) => name);
  if (delayed.some((name) => tries[name]?.accepted)) return [];
  const immediate = immediateChannels(channels).map(({ name }) => name);
  const missing = immediate.filter((name) => !tries[name]?.accepted);
  if (missing.length > 0) return missing;
  return immediate.every((name) => policyOf(tries[name]?.class ?? "").presumed) ? delayed : [];
}

/** Whether no channel is pending: each has accepted the quote or is exhausted. */
export const attemptsExhausted = ({ tries }: Pick<DeliveryState, "tries">, channels: Channels): boolean =>
  channels.length > 0 && channels.every(({ name }) => tries[name]?.accepted || isExhausted(tries[name]));

export function statusOf(quote: DeliveryState, channels: Channels, now: Date) {
  const isAccepted = acceptedBy(quote).length > 0;
  if (isAccepted && missingChannels(quote, channels).length === 0) return "sent";
  if (!attemptsExhausted(quote, channels) && !isTooOld(quote, now)) return "new";
  return isAccepted ? "sent" : "dead";
}

/** See the table above. An attempt with a future time was recorded by a clock that was ahead, and counts as made now. */
function isTooOld({ waitingSince, tries }: DeliveryState, now: Date): boolean {
  if (!waitingSince) return false;
  const deadline = givesUpAt(waitingSince);
  const states = Object.values(tries);
  const isOften = states.some(({ count }) => count >= MIN_ATTEMPTS);
  return isOften && states.some(({ at }) => Math.min(Date.parse(at), now.getTime()) >= deadline);
}

/**
 * Whether the visitor of a stored quote sees success: a channel has accepted it, or the forwarding service responded 2xx
 * without clearly accepting. The specification asks for that; the quote is retried.
 */
export const visitorSeesSuccess = ({ tries }: Pick<DeliveryState, "tries">): boolean =>
  acceptedBy({ tries }).length > 0 ||
  (tries.forward !== undefined &&
    Math.floor((tries.forward.status ?? 0) / 100) === 2 &&
    !policyOf(tries.forward.class).ambiguous);
