import type { Process } from "./process";
import type { ChannelName, Result, Words } from "./site";
import { type Arrival, TIMEOUT_MS, type World } from "./world";

/** What a service may do with a post, by the state that it is in. */
export const STATES = {
  works: ["accepted"],
  "says no": ["says no", "says no", "refuses"],
  down: ["is down", "no connection"],
  silent: ["no answer"],
  flaky: ["accepted", "accepted", "no connection", "says no", "refuses"],
  uncertain: ["accepted", "unclear", "redirects", "no answer", "is down"],
} as const satisfies Record<string, readonly Result[]>;
export type ServiceState = keyof typeof STATES;

/** The share of posts without a clear answer that the owner gets all the same. */
const ARRIVES_ANYWAY = 0.6;

/** Makes the forwarding service and the mail server. `isSlow`: most posts take seconds. */
export function makeServices(world: World, isSlow: boolean) {
  const { clock, random, arrivals, results, tell } = world;
  const states: Record<ChannelName, ServiceState> = { forward: "works", mail: "works" };

  /** Posts a request once. Resolves within TIMEOUT_MS of the process's own time, or never if it ends before. */
  async function post(process: Process, channel: ChannelName, id: string, words: Words): Promise<Result> {
    const begunMs = clock.nowMs;
    const lastsMs = random.chance(isSlow ? 0.8 : 0.1)
      ? random.between(1_000, 9_900)
      : random.between(30, 900);
    await clock.sleep(lastsMs * random.next());
    world.beforeOperation?.(`post to ${id}`, process);
    const result: Result = random.pick(STATES[states[channel]]);
    const isTaken = result === "accepted" || result === "unclear";
    const isLost = result === "no answer" || result === "redirects";
    // The last bytes may have left before the process ended.
    const hasLeft = !process.ended || random.chance(0.5);
    const about = { words: `${words.form} ${words.words}`, id, channel, process: process.name };
    const arrival: Arrival = { ...about, begunMs, atMs: clock.nowMs };
    if (hasLeft && (isTaken || (isLost && random.chance(ARRIVES_ANYWAY)))) {
      arrivals.push(arrival);
      tell(`${channel} gets "${arrival.words}" (${id.slice(0, 4)}) from ${process.name}`);
    }
    return process.later(begunMs + (result === "no answer" ? TIMEOUT_MS : lastsMs) - clock.nowMs, () => {
      // A process that stood still finds its time limit over first.
      const read = clock.nowMs - begunMs > TIMEOUT_MS ? "no answer" : result;
      if (read === "accepted" || read === "unclear") arrival.knownMs = clock.nowMs;
      arrival.isUnclear = read === "unclear";
      results.push({ id, process: process.name, begunMs, result: read });
      tell(`${process.name} reads from ${channel}: ${id.slice(0, 4)} ${read}`);
      return read;
    });
  }

  function set(state: ServiceState, channels: ChannelName[] = ["forward", "mail"]): void {
    for (const channel of channels) states[channel] = state;
    tell(`${channels.join(" and ")}: ${state}`);
  }
  return { post, set };
}

export type Services = ReturnType<typeof makeServices>;
