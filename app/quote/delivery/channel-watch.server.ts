import type { Log } from "~/config/log.server";
import type { Channel } from "~/quote/delivery/deliver.server";
import { type DeliveryClass, ruleOf } from "~/quote/delivery/delivery-classes.server";
import { countAttempt } from "~/quote/delivery/retry-policy.server";
import type { Entry, Outbox } from "~/quote/outbox/outbox.server";
import type { ChannelName } from "~/quote/outbox/stored-request.server";

/** `isFailing`: the last attempt was not accepted. `isTrouble`: a failed one needed the operator, and that is not over. */
type State = { isFailing: boolean; isTrouble: boolean };

export type ChannelWatch = ReturnType<typeof makeChannelWatch>;

/** Makes the functions that follow the attempts of each channel, and log when its trouble is over. */
export function makeChannelWatch(log: Log) {
  const states = new Map<ChannelName, State>();

  /** The channel, with its attempts followed. */
  function watch(channel: Channel): Channel {
    const { name } = channel;
    const state: State = { isFailing: false, isTrouble: false };
    states.set(name, state);
    return {
      ...channel,
      send: async (request) => {
        const attempt = await channel.send(request);
        const rule = ruleOf(attempt.class, countAttempt(request.tries[name], attempt).uncertain);
        state.isFailing = rule.stored === "kept";
        state.isTrouble ||= rule.level === "error";
        return attempt;
      },
    };
  }

  /**
   * Logs that the trouble of a channel is over, once it accepts again and no request waits for it with an error. Reads the
   * outbox only if there was trouble. Throws what the disk throws.
   */
  async function review({ index }: Pick<Outbox, "index">): Promise<void> {
    const isOpen = ({ isTrouble, isFailing }: State) => isTrouble && !isFailing;
    if (![...states.values()].some(isOpen)) return;
    const { entries } = await index();
    for (const [channel, state] of states) {
      if (!isOpen(state) || entries.some(needsOperator(channel))) continue;
      state.isTrouble = false;
      log("info", "problem.over", { problem: "quote.kept", channel });
    }
  }

  return { watch, review };
}

/** Whether a request waits for this channel with an error. */
const needsOperator =
  (channel: ChannelName) =>
  ({ tries }: Entry): boolean => {
    const tried = tries[channel];
    return tried !== undefined && ruleOf(tried.class as DeliveryClass, tried.uncertain).level === "error";
  };
