import type { Log } from "~/log/log.server";
import type { Channel } from "~/quote/delivery/channel.server";
import { copiesAfter, type DeliveryClass, ruleOf } from "~/quote/delivery/delivery-classes.server";
import type { Entry, Outbox } from "~/quote/outbox/outbox.server";
import type { ChannelName } from "~/quote/outbox/stored-request.server";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Times are by a clock that nobody sets (milliseconds). */
type State = {
  /** Since when no attempt was accepted; undefined if the last one was. */
  failingSince?: number;
  /** When the log last said that it is stuck. */
  stuckAt?: number;
  /** A failed attempt needed the operator, and that is not over. */
  isTrouble?: boolean;
};

export type ChannelWatch = ReturnType<typeof makeChannelWatch>;

/** Makes the functions that follow the attempts of each channel, and log what is wrong with it and when that is over. */
export function makeChannelWatch(log: Log) {
  const states = new Map<ChannelName, State>();

  /** The channel, with its attempts followed. */
  function watch(channel: Channel): Channel {
    const { name } = channel;
    const state: State = {};
    states.set(name, state);
    return {
      ...channel,
      send: async (request) => {
        const attempt = await channel.send(request);
        const rule = ruleOf(attempt.class, copiesAfter(attempt.class, request.tries[name]));
        if (rule.stored === "removed") noteAccepted(name, state);
        else noteFailed(name, state);
        state.isTrouble ||= rule.level === "error";
        return attempt;
      },
    };
  }

  function noteAccepted(channel: ChannelName, state: State): void {
    if (state.stuckAt !== undefined) log("info", "problem.over", { problem: "channel.stuck", channel });
    state.failingSince = state.stuckAt = undefined;
  }

  /** Logs, once a day, that the channel has accepted nothing for a day: another one may hide it. */
  function noteFailed(channel: ChannelName, state: State): void {
    const now = performance.now();
    state.failingSince ??= now;
    if (now - (state.stuckAt ?? state.failingSince) < DAY_MS) return;
    state.stuckAt = now;
    const advice =
      "This channel has accepted no request for a day or longer, though requests were tried. Its last quote.kept line says why; `npm run doctor -- --send` tests it.";
    log("error", "channel.stuck", { channel, advice });
  }

  /**
   * Logs that the trouble of a channel is over, once it accepts again and no request waits for it with an error. Reads the
   * outbox only if there was trouble. Throws what the disk throws.
   */
  async function review({ index }: Pick<Outbox, "index">): Promise<void> {
    const isOpen = ({ isTrouble, failingSince }: State) => isTrouble && failingSince === undefined;
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
