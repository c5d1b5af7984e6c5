import type { Log } from "~/log/log.server";
import { policyOf } from "~/quote/lifecycle/response-classes.server";
import type { ChannelName } from "~/quote/lifecycle/stored-quote.server";
import type { Outbox } from "~/quote/outbox/outbox.server";

const DAY_MS = 24 * 60 * 60 * 1000;
const ADVICE =
  "This channel has accepted nothing for a day or longer, though requests were sent to it. Its last quote.attempt_failed line says why; `npm run doctor -- --send` tests it.";

/** Since when no attempt was accepted, and when the log last said so (milliseconds, by the monotonic clock). */
type State = { failingSince?: number; stuckAt?: number };

/** Makes the functions that follow the attempts of each channel, and tell what is wrong with it and when that is over. */
export function makeChannelWatch(log: Log, outboxes: readonly Pick<Outbox, "snapshot">[]) {
  const states = new Map<string, State>();
  /** The channels of which a failed attempt needed the operator, until that is over. */
  const troubled = new Set<string>();

  const listen: Log = (level, event, { channel }) => {
    if (!channel || !["quote.delivered", "quote.attempt_failed"].includes(event)) return;
    if (level === "error") troubled.add(channel);
    const state = states.get(channel) ?? {};
    if (event === "quote.delivered") {
      if (state.stuckAt !== undefined) log("info", "problem.over", { problem: "channel.stuck", channel });
      states.delete(channel);
      return;
    }
    const now = performance.now();
    states.set(channel, state);
    state.failingSince ??= now;
    // Told once a day when it has accepted nothing for a day: another channel may hide it.
    if (now - (state.stuckAt ?? state.failingSince) < DAY_MS) return;
    state.stuckAt = now;
    log("error", "channel.stuck", { channel, advice: ADVICE });
  };

  /** Whether a request waits for this channel with an error. If a disk refuses, its own line says so. */
  const isWaitedFor = async (channel: string): Promise<boolean> => {
    const indexes = await Promise.all(outboxes.map(({ snapshot }) => snapshot()));
    return indexes.some(({ entries }) =>
      entries.some(({ tries }) => {
        const tried = tries[channel as ChannelName];
        return tried && policyOf(tried.class, tried.uncertain).level === "error";
      }),
    );
  };

  /** Logs that a channel's problem is over, once it accepts again and no request waits for it with an error. */
  async function review(): Promise<void> {
    for (const channel of troubled) {
      if (states.has(channel) || (await isWaitedFor(channel).catch(() => true))) continue;
      if (troubled.delete(channel)) log("info", "problem.over", { problem: "quote.attempt_failed", channel });
    }
  }

  return { listen, review };
}
