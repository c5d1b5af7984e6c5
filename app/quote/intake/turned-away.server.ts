import { networkOf } from "~/http/client-address.server";

const HOUR_MS = 60 * 60 * 1000;
/** Until then more may come, and the numbers would be too low. */
const SETTLED_MS = 10 * 60 * 1000;
const STEP_MS = 60 * 1000;
/** Of one minute: a flood may come from any number of addresses. */
const MOST_ADDRESSES = 1_000;

/** What was over a limit in one minute. Addresses are kept for counting, and forgotten after an hour. */
type Minute = { atMs: number; saved: number; refused: number; addresses: Set<string> };

/** Makes the counts of requests over a limit: `note` one; `lastHour`, which says nothing until ten minutes after the first. */
export function makeTurnedAway(now: () => Date) {
  let minutes: Minute[] = [];

  function note(address: string, isSaved: boolean): void {
    const atMs = now().getTime();
    const latest = minutes.at(-1);
    const isFresh = latest && Math.abs(atMs - latest.atMs) < STEP_MS;
    const last = isFresh ? latest : { atMs, saved: 0, refused: 0, addresses: new Set<string>() };
    if (!isFresh) minutes.push(last);
    last[isSaved ? "saved" : "refused"]++;
    if (last.addresses.size < MOST_ADDRESSES) last.addresses.add(address);
  }

  function lastHour() {
    const nowMs = now().getTime();
    minutes = minutes.filter(({ atMs }) => Math.abs(nowMs - atMs) < HOUR_MS);
    const [first] = minutes;
    if (!first || nowMs - first.atMs < SETTLED_MS) return undefined;
    const addresses = new Set(minutes.flatMap((minute) => [...minute.addresses]));
    const sum = (kind: "saved" | "refused") => minutes.reduce((all, minute) => all + minute[kind], 0);
    return {
      sinceMs: first.atMs,
      saved: sum("saved"),
      refused: sum("refused"),
      networks: new Set([...addresses].map(networkOf)).size,
      addresses: addresses.size,
    };
  }

  return { note, lastHour };
}
