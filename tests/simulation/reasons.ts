import type { Machine } from "./machine";
import { type Arrival, DIR, LONGEST_ANSWER_MS, LONGEST_HANG_MS, type World } from "./world";

const HOUR_MS = 60 * 60 * 1000;
/** How long a post may take from its arrival until it is checked and sent, with a disk that is slow. */
const MARGIN_MS = 20_000;
/** How long a process that has lost its connection to the database does not try again. */
const RECONNECT_MS = 2_000;
/** What a process that stood still was about to do then, it does within this time. */
const WAKING_MS = 1_000;
const NEVER = Number.POSITIVE_INFINITY;

/** Whether there is a reason for a copy after the arrival before it. */
type Reason = (before: Arrival, copy: Arrival) => boolean;

/** Makes the table of all reasons for which a request may arrive once more. Each is a limit that the site has by design. */
export function makeReasons(world: World, machine: Machine): Record<string, Reason> {
  const { posts, arrivals, results, deeds, disk, diskTrouble } = world;
  const isOther: Reason = (before, copy) => before.process !== copy.process;
  const processOf = (name: string) => machine.processes.find((process) => process.name === name);
  const isInTrouble = (fromMs: number, toMs: number) =>
    diskTrouble.some((trouble) => trouble.fromMs < toMs && trouble.toMs > fromMs);

  /** Changes of a waiting request from the moment when its process knew the answer, and whether each has that answer. */
  function savings({ id, channel, knownMs = NEVER }: Arrival): { atMs: number; hasAnswer: boolean }[] {
    const file = `${DIR}/new/${id}.json`;
    const changes = disk.made.filter(
      ({ atMs, from, to }) => atMs >= knownMs && (from === file || to === file),
    );
    return changes.map(({ atMs, from, inode }) => {
      const accepted = machine.readStored(inode?.text ?? "")?.accepted ?? [];
      return { atMs, hasAnswer: from === file || accepted.includes(channel) };
    });
  }
  const savedMs = (arrival: Arrival) => savings(arrival).find(({ hasAnswer }) => hasAnswer)?.atMs ?? NEVER;

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
  /** What the operator did between the two, or while the first was on its way. */
  const deedsBetween = (what: string, { id, begunMs }: Arrival, copy: Arrival) =>
    deeds.filter(
      (deed) =>
        deed.what === what && (deed.id ?? id) === id && deed.atMs < copy.begunMs && deed.endedMs >= begunMs,
    );

  /** Whether its process sent what a visitor had posted there and it had stored itself. It must be sure that it is in time. */
  const isFirstAttempt = ({ words, process, id, begunMs }: Arrival) =>
    posts.some(
      (post) =>
        post.words === words &&
        post.process === process &&
        post.atMs <= begunMs &&
        post.atMs + (post.answer?.delayMs ?? NEVER) > begunMs - WAKING_MS &&
        disk.made.some(
          ({ atMs, to, inode }) =>
            to === `${DIR}/new/${id}.json` &&
            atMs >= post.atMs &&
            atMs <= begunMs &&
            machine.readStored(inode?.text ?? "")?.attempts === 0,
        ),
    );

  return {
    "no answer was read": ({ knownMs }) => knownMs === undefined,
    "its process ended before the answer was saved": (before, copy) => {
      const endedMs = processOf(before.process)?.ended?.atMs ?? NEVER;
      return endedMs <= savedMs(before) && endedMs < copy.begunMs;
    },
    "a power cut undid what was saved": ({ id, atMs: fromMs }, { atMs: toMs }) =>
      disk.undone.some(
        ({ atMs, from, to }) => `${from} ${to}`.includes(id) && atMs >= fromMs && atMs <= toMs,
      ),
    "the operator's `again`": (before, copy) => deedsBetween("again", before, copy).length > 0,
    "the operator's `forget`, and a repeat": (before, copy) =>
      deedsBetween("forget", { ...before, begunMs: before.begunMs - MARGIN_MS }, copy).length > 0 &&
      repeats(before, copy).length > 0,
    "a repeat after the hour, or after the clock was set": (before, copy) =>
      repeats(before, copy).some(
        ({ atMs }) =>
          atMs > (before.knownMs ?? 0) + HOUR_MS - MARGIN_MS ||
          deedsBetween("clock", before, copy).some((deed) => deed.atMs < atMs + MARGIN_MS),
      ),
    "a repeat after a 200 that did not say whether it accepted": (before, copy) =>
      repeats(before, copy).length > 0 &&
      arrivals.some(
        ({ id, isUnclear, begunMs, atMs }) =>
          id === copy.id && isUnclear && begunMs > before.begunMs - MARGIN_MS && atMs < copy.begunMs,
      ),
    "emailed as well after a 200 that did not say whether it accepted": (before, copy) =>
      before.isUnclear === true && machine.channels.late.some((name) => name === copy.channel),
    "a repeat to a process that does not know what another one delivered": (before, copy) =>
      new Set(openPosts(before, copy).map(({ process }) => process)).size > 1 ||
      repeats(before, copy).some(({ process }) =>
        arrivals.some(
          ({ words, process: deliverer, begunMs }) =>
            words === copy.words &&
            deliverer !== process &&
            begunMs >= before.begunMs &&
            begunMs < copy.begunMs,
        ),
      ),
    "a repeat, where the disk failed to keep or to show what only one of both channels accepted": (
      before,
      copy,
    ) =>
      machine.channels.atOnce.length > 1 &&
      repeats(before, copy).some(
        ({ atMs }) =>
          isInTrouble(atMs, atMs + MARGIN_MS) ||
          isInTrouble(Math.min(...openPosts(before, copy).map((post) => post.atMs)), before.atMs + MARGIN_MS),
      ),
    "another process, while the disk failed to save the answer, or saved an older one late": (before, copy) =>
      results.some(
        ({ id, process, begunMs }) =>
          id === copy.id &&
          process !== before.process &&
          begunMs > before.begunMs - MARGIN_MS &&
          begunMs <= copy.begunMs,
      ) &&
      !savings(before).findLast(({ atMs }) => atMs < copy.begunMs)?.hasAnswer &&
      isInTrouble(before.begunMs, Math.min(copy.begunMs, before.atMs + LONGEST_HANG_MS)),
    "the key for ids could not be read when it was posted": (before, copy) =>
      before.id !== copy.id &&
      posts.some(
        ({ words, atMs }) =>
          words === copy.words && atMs < copy.begunMs && isInTrouble(atMs, atMs + MARGIN_MS),
      ),
    "another process, since its own stood still before it saved the answer": (before, copy) =>
      isOther(before, copy) &&
      processOf(before.process)?.frozen.some(
        ({ fromMs, toMs }) => fromMs < Math.min(savedMs(before), copy.begunMs) && toMs > before.begunMs,
      ) === true,
    "another process, which stood still while the first one was sent": (before, copy) =>
      isOther(before, copy) &&
      // Where the disk failed it could not know that it had stored it.
      (!isFirstAttempt(copy) || isInTrouble(copy.begunMs - MARGIN_MS, copy.begunMs)) &&
      processOf(copy.process)?.frozen.some(
        ({ fromMs, toMs }) => fromMs < before.atMs && toMs > before.begunMs,
      ) === true,
    "another process, since its own could not save the answer: it had lost its connection while it stood still":
      (before, copy) =>
        world.database !== undefined &&
        isOther(before, copy) &&
        savedMs(before) >= copy.begunMs &&
        processOf(before.process)?.frozen.some(
          ({ toMs }) => toMs > before.begunMs - RECONNECT_MS && toMs <= before.begunMs,
        ) === true,
    "a backup, where the disk failed to note or to show that it was sent": (before, copy) =>
      deedsBetween("backup", before, copy).length > 0 &&
      (isInTrouble(before.begunMs, before.atMs + MARGIN_MS) ||
        isInTrouble(copy.begunMs - MARGIN_MS, copy.begunMs)),
    "a backup, and a clock that was set so far that what is in sent/ was purged": (before, copy) =>
      deedsBetween("backup", before, copy).length > 0 && deedsBetween("clock", before, copy).length > 0,
    "one of two processes stood still, and the other's answer was replaced with what it knew before": (
      before,
      copy,
    ) => {
      const saved = savings(before).filter(({ atMs }) => atMs < copy.begunMs);
      const sinceMs = before.begunMs - LONGEST_ANSWER_MS;
      return (
        saved.some(({ hasAnswer }) => hasAnswer) &&
        saved.at(-1)?.hasAnswer === false &&
        machine.processes.some(({ frozen }) =>
          frozen.some(({ fromMs, toMs }) => fromMs < before.atMs && toMs > sinceMs),
        )
      );
    },
    "another process, since the clock was set in the first attempt": (before, copy) =>
      isOther(before, copy) &&
      copy.begunMs < before.begunMs + LONGEST_ANSWER_MS &&
      deeds.some(({ what, atMs }) => what === "clock" && Math.abs(atMs - before.begunMs) < LONGEST_ANSWER_MS),
  };
}
