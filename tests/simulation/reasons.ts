import type { Change } from "./disk";
import type { Machine } from "./machine";
import type { Process } from "./process";
import { type Arrival, DIR, LONGEST_ANSWER_MS, LONGEST_HANG_MS, type World } from "./world";

const HOUR_MS = 60 * 60 * 1000;
/** How long a post may take from its arrival until it is checked and sent, with a disk that is slow. */
const MARGIN_MS = 20_000;
const NEVER = Number.POSITIVE_INFINITY;

/**
 * When a process stood still in a span of time. One that goes on within LONGEST_ANSWER_MS may still begin its attempt, which
 * is late then by as much.
 */
function stillAt(process: Process | undefined, beginMs: number, endMs: number) {
  const spans = (process?.frozen ?? []).map(({ fromMs, toMs }) => {
    const isShort = toMs - fromMs < LONGEST_ANSWER_MS;
    return { fromMs, untilMs: isShort ? toMs + LONGEST_ANSWER_MS : toMs };
  });
  return spans.filter(({ fromMs, untilMs }) => fromMs < endMs && untilMs > beginMs);
}

/** Whether there is a reason for a copy after the arrival before it. */
type Reason = (before: Arrival, copy: Arrival) => boolean;

/** Makes the table of all reasons for which a request may arrive once more. Each is a limit that the site has by design. */
export function makeReasons(world: World, machine: Machine): Record<string, Reason> {
  const { posts, arrivals, results, deeds, disk, diskTrouble } = world;
  const processOf = ({ process: name }: Arrival) =>
    machine.processes.find((process) => process.name === name);
  const isOther: Reason = (before, copy) => before.process !== copy.process;

  /** Changes of a waiting request from the moment when its process knew the answer, and whether each has that answer. */
  function savings({ id, channel, knownMs = NEVER }: Arrival): { atMs: number; hasAnswer: boolean }[] {
    const file = `${DIR}/new/${id}.json`;
    const accepted = ({ inode }: Change) => machine.readStored(inode?.text ?? "")?.accepted.includes(channel);
    const changes = disk.made.filter(
      ({ atMs, from, to }) => atMs >= knownMs && (from === file || to === file),
    );
    return changes.map((change) => ({
      atMs: change.atMs,
      hasAnswer: change.from === file || accepted(change) === true,
    }));
  }
  const savedMs = (arrival: Arrival) => savings(arrival).find(({ hasAnswer }) => hasAnswer)?.atMs ?? NEVER;
  const isSavedAt = (arrival: Arrival, ms: number) =>
    savings(arrival).findLast(({ atMs }) => atMs < ms)?.hasAnswer === true;
  const hasOther: Reason = (before, copy) =>
    isOther(before, copy) || results.some(({ id, process }) => id === copy.id && process !== before.process);

  /** Posts of the same words that were not answered when the earlier arrival began, or came after that. */
  const openPosts = ({ words, begunMs }: Arrival, copy: Arrival) =>
    posts.filter(
      ({ words: posted, atMs, answer }) =>
        posted === words && atMs + (answer?.delayMs ?? NEVER) > begunMs - MARGIN_MS && atMs <= copy.atMs,
    );
  /** Those that came after another one. */
  const repeats: typeof openPosts = (before, copy) => {
    const first = posts.find(({ words }) => words === before.words);
    return openPosts(before, copy).filter((post) => post !== first);
  };
  const hasDeed = (what: string, { id, begunMs }: Arrival, copy: Arrival) =>
    deeds.some(
      (deed) =>
        deed.what === what && (deed.id ?? id) === id && deed.atMs < copy.begunMs && deed.endedMs >= begunMs,
    );
  const isInTrouble = (fromMs: number, toMs: number) =>
    diskTrouble.some((trouble) => trouble.fromMs < toMs && trouble.toMs > fromMs);

  return {
    "no answer was read": ({ knownMs }) => knownMs === undefined,
    "its process ended before the answer was saved": (before, copy) => {
      const endedMs = processOf(before)?.ended?.atMs ?? NEVER;
      return endedMs <= savedMs(before) && endedMs < copy.begunMs;
    },
    "a power cut undid what was saved": ({ id, atMs: fromMs }, { atMs: toMs }) =>
      disk.undone.some(
        ({ atMs, from, to }) => `${from} ${to}`.includes(id) && atMs >= fromMs && atMs <= toMs,
      ),
    "the operator's `again`": (before, copy) => hasDeed("again", before, copy),
    "the operator's `now`, on a disk so slow that it met the result": (before, copy) =>
      hasDeed("now", before, copy) && isInTrouble(before.begunMs - MARGIN_MS, before.atMs + MARGIN_MS),
    "the operator's `forget`, and a repeat": (before, copy) =>
      hasDeed("forget", { ...before, begunMs: before.begunMs - MARGIN_MS }, copy) &&
      repeats(before, copy).length > 0,
    "a repeat after the hour": (before, copy) =>
      repeats(before, copy).some(
        ({ atMs }) => atMs > (before.knownMs ?? 0) + HOUR_MS - MARGIN_MS || hasDeed("clock", before, copy),
      ),
    "a repeat after a 200 that did not say whether it accepted": (before, copy) =>
      repeats(before, copy).length > 0 &&
      arrivals.some(({ id, isUnclear, atMs }) => id === copy.id && isUnclear && atMs < copy.begunMs),
    "a repeat to a process that does not know what another one delivered": (before, copy) =>
      new Set(openPosts(before, copy).map(({ process }) => process)).size > 1 ||
      repeats(before, copy).some(({ process }) =>
        arrivals.some(
          ({ words, process: other, begunMs }) =>
            words === copy.words && other !== process && begunMs >= before.begunMs && begunMs < copy.begunMs,
        ),
      ),
    "a repeat, where the disk failed to keep what only one of both channels accepted": (before, copy) =>
      machine.channels.atOnce.length > 1 &&
      repeats(before, copy).some(
        ({ atMs }) =>
          isInTrouble(atMs, copy.begunMs) || isInTrouble(before.begunMs - MARGIN_MS, before.atMs + MARGIN_MS),
      ),
    "the key for ids could not be read when it was posted": (before, copy) =>
      before.id !== copy.id &&
      posts.some(({ words, atMs }) => words === copy.words && isInTrouble(atMs, atMs + MARGIN_MS)),
    "another process, while the disk failed to save the answer, or saved an older one late": (before, copy) =>
      hasOther(before, copy) &&
      !isSavedAt(before, copy.begunMs) &&
      isInTrouble(before.begunMs - MARGIN_MS, Math.min(copy.begunMs, before.atMs + LONGEST_HANG_MS)),
    "another process, while one of the two stood still in its attempt, or just before that": (before, copy) =>
      isOther(before, copy) &&
      [before, copy].some((arrival) => {
        const untilMs = Math.max(arrival.atMs, Math.min(savedMs(arrival), copy.begunMs));
        return stillAt(processOf(arrival), arrival.begunMs, untilMs).length > 0;
      }),
    "another process stood still meanwhile, and then saved what it knew before": ({
      id,
      begunMs,
      atMs,
      ...before
    }) =>
      machine.processes.some((process) =>
        stillAt(process, begunMs, atMs).some(({ untilMs }) =>
          results.some(
            (result) =>
              result.id === id &&
              result.process === process.name &&
              result.process !== before.process &&
              result.begunMs < untilMs,
          ),
        ),
      ),
    "another process, since the clock was set in the first attempt": (before, copy) =>
      isOther(before, copy) &&
      copy.begunMs < before.begunMs + LONGEST_ANSWER_MS &&
      deeds.some(({ what, atMs }) => what === "clock" && Math.abs(atMs - before.begunMs) < LONGEST_ANSWER_MS),
  };
}
