import type { Log } from "~/log/log.server";
import { type DeliveryClass, ruleOf } from "~/quote/delivery/delivery-classes.server";
import type { Entry, Outbox } from "~/quote/outbox/outbox.server";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Times are by the monotonic clock (milliseconds). */
type State = {
  /** Since when no attempt was accepted; undefined if the last one was. */
  failingSince?: number;
  /** When the log last said that it is stuck. */
  stuckAt?: number;
  /** A failed attempt needed the operator, and that is not over. */
  isTrouble?: boolean;
};

/** Makes the functions that follow the attempts of each channel, and tell what is wrong with it and when that is over. */
export function makeChannelWatch(log: Log, outboxes: readonly Pick<Outbox, "index">[]) {
  const states = new Map<string, State>();

  const listen: Log = (...[level, event, facts]) => {
    if (event !== "quote.delivered" && event !== "quote.kept" && event !== "quote.unsent") return;
    const { channel } = facts;
    if (!channel) return;
    const state = states.get(channel) ?? {};
    states.set(channel, state);
    state.isTrouble ||= level === "error";
    if (event === "quote.delivered") {
      if (state.stuckAt !== undefined) log("info", "problem.over", { problem: "channel.stuck", channel });
      state.failingSince = state.stuckAt = undefined;
      return;
    }
    const now = performance.now();
    state.failingSince ??= now;
    // Told once a day when it has accepted nothing for a day: another channel may hide it.
    if (now - (state.stuckAt ?? state.failingSince) < DAY_MS) return;
    state.stuckAt = now;
    const advice =
      "This channel has accepted nothing for a day or longer, though requests were sent to it. Its last quote.kept line says why; `npm run doctor -- --send` tests it.";
    log("error", "channel.stuck", { channel, advice });
  };

  /** Logs that a channel's problem is over, once it accepts again and no request waits for it with an error. */
  async function review(): Promise<void> {
    for (const [channel, state] of states) {
      if (!state.isTrouble || state.failingSince !== undefined) continue;
      // The courier logs what the disk throws.
      const indexes = await Promise.all(outboxes.map(({ index }) => index())).catch(() => undefined);
      if (!indexes || indexes.some(({ entries }) => entries.some(needsOperator(channel)))) continue;
      state.isTrouble = false;
      log("info", "problem.over", { problem: "quote.kept", channel });
    }
  }

  return { listen, review };
}

/** Whether a request waits for this channel with an error. */
const needsOperator =
  (channel: string) =>
  ({ tries }: Pick<Entry, "tries">): boolean => {
    const tried = tries[channel as keyof typeof tries];
    return tried !== undefined && ruleOf(tried.class as DeliveryClass, tried.uncertain).level === "error";
  };
