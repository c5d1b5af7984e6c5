import type { Process } from "./process";
import { TIMEOUT_MS } from "./settings";
import type { ChannelName, Identified, Result } from "./site";
import type { Arrival, World } from "./world";

export type ServiceState = "works" | "says no" | "down" | "silent" | "flaky" | "uncertain";

/** What a service may do with a post in each state. */
const RESULTS: Record<ServiceState, readonly Result[]> = {
  works: ["accepted"],
  "says no": ["says no", "says no", "inactive"],
  down: ["down", "unreachable"],
  silent: ["no answer"],
  flaky: ["accepted", "accepted", "unreachable", "says no", "refuses"],
  uncertain: ["accepted", "presumed", "redirects", "no answer", "down"],
};

/** The share of posts without a clear answer that the owner gets all the same. */
const ARRIVES_ANYWAY = 0.6;

/** The forwarding service and the mail server, as all processes see them. */
export class Services {
  readonly states: Record<ChannelName, ServiceState> = { forward: "works", mail: "works" };

  /** @param isSlow a post takes seconds, as if the service was far away */
  constructor(
    private readonly world: World,
    private readonly isSlow: boolean,
  ) {}

  set(channel: ChannelName, state: ServiceState): void {
    this.states[channel] = state;
    this.world.tell(`${channel}: ${state}`);
  }

  /** Posts a request once from a process. Resolves within TIMEOUT_MS of that process's time, or never if it ends first. */
  async post(process: Process, channel: ChannelName, request: Identified): Promise<Result> {
    const { world } = this;
    const { clock, random } = world;
    const begunMs = clock.nowMs;
    const isLong = random.chance(this.isSlow ? 0.8 : 0.1);
    const lastsMs = isLong ? random.between(1_000, 9_900) : random.between(30, 900);
    await clock.sleep(lastsMs * random.next());
    // The last bytes may have left before the process ended.
    const hasLeft = !process.ended || random.chance(0.5);
    const result = random.pick(RESULTS[this.states[channel]]);
    const isTaken = result === "accepted" || result === "presumed";
    const isUnclear = result === "no answer" || result === "redirects";
    let arrival: Arrival | undefined;
    if (hasLeft && (isTaken || (isUnclear && random.chance(ARRIVES_ANYWAY)))) {
      const { id, words, form } = request;
      arrival = { words: `${form} ${words}`, id, channel, process: process.name, begunMs, atMs: clock.nowMs };
      world.arrivals.push(arrival);
      world.tell(`${channel} gets "${arrival.words}" from ${process.name}`);
    }
    const endsMs = begunMs + (result === "no answer" ? TIMEOUT_MS : lastsMs);
    return process.settle(endsMs - clock.nowMs, () => {
      // A process that stood still finds its time limit over first.
      const read = clock.nowMs - begunMs > TIMEOUT_MS ? "no answer" : result;
      if (arrival && (read === "accepted" || read === "presumed")) arrival.knownMs = clock.nowMs;
      if (arrival && read === "presumed") arrival.isPresumed = true;
      world.results.push({ id: request.id, channel, result: read });
      world.tell(`${process.name} reads from ${channel} about ${request.id.slice(0, 4)}: ${read}`);
      return read;
    });
  }
}
