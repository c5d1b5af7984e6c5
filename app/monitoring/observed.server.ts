import type { Log } from "~/log/log.server";
import type { ChannelFacts, Failing } from "~/monitoring/conditions/condition.server";
import type { ChannelName } from "~/quote/lifecycle/stored-quote.server";

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_KEPT = 100;

export type Observed = ReturnType<typeof makeObserved>;

/** Makes the memory of what this process saw happen and no outbox holds. `listen` gets every event of the log. */
export function makeObserved(now: () => Date) {
  const channels = new Map<ChannelName, NonNullable<ChannelFacts["failing"]>>();
  let addressRefused: string | undefined;
  let lost: number[] = [];
  let faults: { atMs: number; code: string }[] = [];
  const isRecent = (atMs: number) => Math.abs(now().getTime() - atMs) < DAY_MS;

  const listen: Log = (_, event, { channel, class: responseClass = "", status, code = "", location }) => {
    const atMs = now().getTime();
    if (event === "quote.lost") lost = [...lost, atMs].slice(-MOST_KEPT);
    if (event === "report.sent") channels.delete("mail");
    if (event === "site.fault") faults = [...faults, { atMs, code }].slice(-MOST_KEPT);
    const name = channel as ChannelName | undefined;
    if (!name) return;
    if (event === "quote.delivered") {
      channels.delete(name);
      const isPartly = responseClass === "mail-partly-accepted";
      if (name === "mail")
        addressRefused = isPartly ? (addressRefused ?? new Date(atMs).toISOString()) : undefined;
    }
    if (event === "quote.attempt_failed")
      channels.set(name, {
        since: channels.get(name)?.since ?? new Date(atMs).toISOString(),
        failure: { class: responseClass, status, code: code || undefined, location },
      });
  };

  return {
    listen,
    channels,
    /** These channels accepted a TEST at a time (ISO 8601), unless that is still to come: failures before it leave `known`. */
    accepted(names: readonly ChannelName[], at: string, known: typeof channels): void {
      for (const name of names)
        if (at <= now().toISOString() && (known.get(name)?.since ?? at) < at) known.delete(name);
    },
    /** What was lost before this process started, in milliseconds since 1970. */
    restoreLost(before: readonly number[]): void {
      lost = [...new Set([...before, ...lost])];
    },
    /** Since when the mail server accepts requests, but not for every address (ISO 8601). */
    addressRefused: () => addressRefused,
    lost: () => lost.filter(isRecent),
    faults: () => faults.filter(({ atMs }) => isRecent(atMs)).map(({ code }) => code),
    /** Ways to the owner that fail now; each way sets its own. */
    failing: {} as { report?: Failing; notify?: Failing; heartbeat?: Failing },
  };
}
