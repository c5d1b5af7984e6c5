import { type Channels, immediateChannels } from "~/quote/lifecycle/channel.server";
import { policyOf } from "~/quote/lifecycle/response-classes.server";
import type { ChannelName, ChannelState, DeliveryState, Status } from "~/quote/lifecycle/stored-quote.server";

/**
 * The status of a quote, from what its channels did. Pure functions.
 *
 * | channel state | when |
 * | --- | --- |
 * | accepted | its last attempt was accepted |
 * | exhausted | it may not send the quote again, because copies may have arrived |
 * | pending | otherwise |
 *
 * | status | when |
 * | --- | --- |
 * | sent | each channel that must has accepted: all that send immediately, or instead one with a delay |
 * | new | some channel is pending, and the quote was not tried for 14 days and 6 attempts |
 * | sent | otherwise, if one channel has accepted: the owner has it |
 * | dead | otherwise |
 */

const GIVE_UP_MS = 14 * 24 * 60 * 60 * 1000;
/** One channel must have tried so often first: the machine may have been off, or its clock wrong. */
const LEAST_ATTEMPTS = 6;

/** The channels that have accepted a quote. The owner has it from each of them. */
export const acceptedBy = ({ tries }: Pick<DeliveryState, "tries">): ChannelName[] =>
  (Object.keys(tries) as ChannelName[]).filter((name) => tries[name]?.accepted);

/** Whether a channel may not send the quote again. */
export function isExhausted(state: ChannelState | undefined): boolean {
  if (!state) return false;
  const { maxAmbiguous = Number.POSITIVE_INFINITY } = policyOf(state.class);
  return (state.uncertain ?? 0) >= maxAmbiguous;
}

/** The channels that must still accept a quote before it is sent. */
export function pendingChannels({ tries }: Pick<DeliveryState, "tries">, channels: Channels): ChannelName[] {
  if (channels.some(({ name, delayMs }) => delayMs > 0 && tries[name]?.accepted)) return [];
  return immediateChannels(channels)
    .map(({ name }) => name)
    .filter((name) => !tries[name]?.accepted);
}

/** Whether no channel may send the quote again: each has accepted it or is exhausted. */
export const attemptsExhausted = ({ tries }: Pick<DeliveryState, "tries">, channels: Channels): boolean =>
  channels.length > 0 && channels.every(({ name }) => tries[name]?.accepted || isExhausted(tries[name]));

/** Where a quote belongs now. */
export function statusOf(quote: DeliveryState, channels: Channels, now: Date): Status {
  const isAccepted = acceptedBy(quote).length > 0;
  if (isAccepted && pendingChannels(quote, channels).length === 0) return "sent";
  if (!attemptsExhausted(quote, channels) && !isTooOld(quote, now)) return "new";
  return isAccepted ? "sent" : "dead";
}

/** Whether a quote was tried for too long. Time while the machine was off, or its clock ahead, does not count. */
function isTooOld({ waitingSince, tries }: DeliveryState, now: Date): boolean {
  if (!waitingSince) return false;
  const deadline = Date.parse(waitingSince) + GIVE_UP_MS;
  const states = Object.values(tries).filter((state) => state !== undefined);
  return (
    states.some(({ count }) => count >= LEAST_ATTEMPTS) &&
    states.some(({ at }) => Math.min(Date.parse(at), now.getTime()) >= deadline)
  );
}

/**
 * Whether the visitor of a stored quote sees success: once a channel has accepted, and also after an HTTP 2xx whose body is
 * no yes, since it is tried again.
 */
export const visitorSeesSuccess = ({ tries }: Pick<DeliveryState, "tries">): boolean =>
  acceptedBy({ tries }).length > 0 ||
  (tries.forward !== undefined &&
    Math.floor((tries.forward.status ?? 0) / 100) === 2 &&
    !policyOf(tries.forward.class).ambiguous);
