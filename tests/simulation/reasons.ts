import type { Change } from "./disk";
import type { Machine } from "./machine";
import {
  type Arrival,
  DIR,
  LONGEST_ANSWER_MS,
  LONGEST_HANG_MS,
  overlap,
  type Post,
  type World,
} from "./world";

const HOUR_MS = 60 * 60 * 1000;
/** How long a post may take from its arrival until it is checked and sent, with a disk that is slow. */
const MARGIN_MS = 20_000;
/** How long a process that has lost its connection to the database does not try again. */
const RECONNECT_MS = 2_000;
/** What a process that stood still was about to do then, it does within this time. */
const WAKING_MS = 1_000;
const NEVER = Number.POSITIVE_INFINITY;

/** Makes what says whether there is a reason for a copy after the arrival before it. Each is a limit that the site has by design. */
export function makeExcuse(world: World, { processes, channels, readStored }: Machine) {
  const { posts, arrivals, results, deeds, disk, diskTrouble } = world;
  const isInTrouble = (fromMs: number, toMs: number) => overlap(diskTrouble, fromMs, toMs);
  const processOf = (arrival: Arrival) => processes.find(({ name }) => name === arrival.process);
  const fileOf = ({ id }: Arrival) => `${DIR}/new/${id}.json`;
  const answeredMs = ({ atMs, answer }: Post) => atMs + (answer?.delayMs ?? NEVER);
  const frozen = (arrival: Arrival) => processOf(arrival)?.frozen ?? [];

  const read = ({ inode }: Change) => readStored(inode?.text ?? "");

  return (before: Arrival, copy: Arrival): boolean => {
    const { words, id, begunMs, knownMs = NEVER } = before;
    const isOther = before.process !== copy.process;
    const isOf = (what: { words: string }) => what.words === words;
    /** Posts of the same words that were not answered when the earlier arrival began, or came after that. */
    const open = posts.filter(
      (post) => isOf(post) && answeredMs(post) > begunMs - MARGIN_MS && post.atMs <= copy.atMs,
    );
    /** Those that came after another one. */
    const repeats = open.filter((post) => post !== posts.find(isOf));
    /** What the operator did between the two, or while the first was on its way. */
    const did = (name: string, sinceMs = begunMs) =>
      deeds.filter(
        ({ what, id: its = id, atMs, endedMs }) =>
          what === name && its === id && atMs < copy.begunMs && endedMs >= sinceMs,
      );
    const wasDone = (...given: Parameters<typeof did>) => did(...given).length > 0;
    /** Whether a process sent what a visitor had posted there and it had stored itself. It must be sure that it is in time. */
    const isFirstAttempt = () => {
      const stored = disk.made.filter((one) => one.to === fileOf(copy) && read(one)?.attempts === 0);
      return posts.some(
        (post) =>
          isOf(post) &&
          post.process === copy.process &&
          answeredMs(post) > copy.begunMs - WAKING_MS &&
          stored.some(({ atMs }) => atMs >= post.atMs && atMs <= copy.begunMs),
      );
    };
    const isAnswered = (change: Change) =>
      change.from === fileOf(before) || read(change)?.accepted.includes(before.channel) === true;
    /** Changes of the waiting request from the moment when its process knew the answer, and whether each has that answer. */
    const saved = disk.made
      .filter(({ atMs, from, to }) => atMs >= knownMs && [from, to].includes(fileOf(before)))
      .map((change) => ({ atMs: change.atMs, hasAnswer: isAnswered(change) }));
    const savedMs = saved.find(({ hasAnswer }) => hasAnswer)?.atMs ?? NEVER;
    const savedByThen = saved.filter(({ atMs }) => atMs < copy.begunMs);

    const reasons: Record<string, () => boolean | undefined> = {
      "no answer was read": () => before.knownMs === undefined,
      "its process ended before the answer was saved": () => {
        const endedMs = processOf(before)?.ended?.atMs ?? NEVER;
        return endedMs <= savedMs && endedMs < copy.begunMs;
      },
      "a power cut undid what was saved": () =>
        disk.undone.some(
          ({ atMs, from, to }) => `${from} ${to}`.includes(id) && atMs >= before.atMs && atMs <= copy.atMs,
        ),
      "the operator's `again`": () => wasDone("again"),
      "the operator's `forget`, and a repeat": () =>
        wasDone("forget", begunMs - MARGIN_MS) && repeats.length > 0,
      "a repeat after the hour, or after the clock was set": () =>
        repeats.some(
          ({ atMs }) =>
            atMs > (before.knownMs ?? 0) + HOUR_MS - MARGIN_MS ||
            did("clock").some((deed) => deed.atMs < atMs + MARGIN_MS),
        ),
      "a repeat after a 200 that did not say whether it accepted": () =>
        repeats.length > 0 &&
        arrivals.some(
          ({ isUnclear, ...one }) =>
            isUnclear && one.id === copy.id && one.begunMs > begunMs - MARGIN_MS && one.atMs < copy.begunMs,
        ),
      "emailed as well after a 200 that did not say whether it accepted": () =>
        before.isUnclear && channels.late.some((name) => name === copy.channel),
      "a repeat to a process that does not know what another one delivered": () =>
        new Set(open.map(({ process }) => process)).size > 1 ||
        repeats.some(({ process }) =>
          arrivals.some(
            (one) =>
              isOf(one) && one.process !== process && one.begunMs >= begunMs && one.begunMs < copy.begunMs,
          ),
        ),
      "a repeat, where the disk failed to keep or to show what only one of both channels accepted": () =>
        channels.atOnce.length > 1 &&
        repeats.some(
          ({ atMs }) =>
            isInTrouble(atMs, atMs + MARGIN_MS) ||
            isInTrouble(Math.min(...open.map((post) => post.atMs)), before.atMs + MARGIN_MS),
        ),
      "another process, while the disk failed to save the answer, or saved an older one late": () =>
        results.some(
          (one) =>
            one.id === copy.id &&
            one.process !== before.process &&
            one.begunMs > begunMs - MARGIN_MS &&
            one.begunMs <= copy.begunMs,
        ) &&
        !savedByThen.at(-1)?.hasAnswer &&
        isInTrouble(begunMs, Math.min(copy.begunMs, before.atMs + LONGEST_HANG_MS)),
      "the key for ids could not be read when it was posted": () =>
        id !== copy.id &&
        posts.some(
          (post) => isOf(post) && post.atMs < copy.begunMs && isInTrouble(post.atMs, post.atMs + MARGIN_MS),
        ),
      "another process, since its own stood still before it saved the answer": () =>
        isOther && overlap(frozen(before), begunMs, Math.min(savedMs, copy.begunMs)),
      // Where the disk failed it could not know that it had stored it.
      "another process, which stood still while the first one was sent": () =>
        isOther &&
        (!isFirstAttempt() || isInTrouble(copy.begunMs - MARGIN_MS, copy.begunMs)) &&
        overlap(frozen(copy), begunMs, before.atMs),
      "another process, since its own could not save the answer: it had lost its connection while it stood still":
        () =>
          world.database !== undefined &&
          isOther &&
          savedMs >= copy.begunMs &&
          frozen(before).some(({ toMs }) => toMs > begunMs - RECONNECT_MS && toMs <= begunMs),
      "a backup, where the disk failed to note or to show that it was sent": () =>
        wasDone("backup") &&
        (isInTrouble(begunMs, before.atMs + MARGIN_MS) ||
          isInTrouble(copy.begunMs - MARGIN_MS, copy.begunMs)),
      "a backup, and a clock that was set so far that what is in sent/ was purged": () =>
        wasDone("backup") && wasDone("clock"),
      "one of two processes stood still, and the other's answer was replaced with what it knew before": () =>
        savedByThen.some(({ hasAnswer }) => hasAnswer) &&
        savedByThen.at(-1)?.hasAnswer === false &&
        processes.some((one) => overlap(one.frozen, begunMs - LONGEST_ANSWER_MS, before.atMs)),
      "another process, since the clock was set in the first attempt": () =>
        isOther &&
        copy.begunMs < begunMs + LONGEST_ANSWER_MS &&
        deeds.some(({ what, atMs }) => what === "clock" && Math.abs(atMs - begunMs) < LONGEST_ANSWER_MS),
    };
    return Object.values(reasons).some((holds) => holds());
  };
}
