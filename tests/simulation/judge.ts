import type { Machine } from "./machine";
import { makeExcuse } from "./reasons";
import { type Arrival, LONGEST_ANSWER_MS, overlap, type World } from "./world";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A request is given up after this time and so many attempts, or if so many may have arrived, the last with a redirect. */
const GIVE_UP = { afterMs: 14 * DAY_MS, attempts: 6, ambiguous: 3 };
/** How long a process may hold a request that it has read before it sends it. */
const DUE_MS = 20_000;
/** How long it takes, on a disk that works, from a look whether a request is there to the beginning of a write. */
const LOOK_MS = 40;
/** A fault that copies without end would be judged without end. */
const ENOUGH = 5;

/** Says what is wrong with what has happened, one line each. */
export const judge = (world: World, machine: Machine): string[] =>
  [lost, left, late, givenUpEarly, returned, copies].flatMap((find) => find(world, machine));

/** Answered with success, or held, but neither delivered nor in the outbox nor deleted by the operator. */
function lost({ posts, arrivals, deeds }: World, machine: Machine): string[] {
  const kept = machine.requestsIn("new", "dead").map(({ form, words }) => `${form} ${words}`);
  const forgotten = deeds.filter(({ what }) => what === "forget").map(({ words }) => words);
  const safe = new Set([...arrivals.map(({ words }) => words), ...kept, ...forgotten]);
  return posts
    .filter(({ words, answer }) => (answer?.kind === "sent" || answer?.isHeld) && !safe.has(words))
    .map(({ words, answer }) => `lost: "${words}", answered with ${answer?.kind}`);
}

function left(_: World, machine: Machine): string[] {
  if (!machine.hasWaiting()) return [];
  const words = machine.requestsIn("new").map((request) => `"${request.words}"`);
  return [`left in new/: ${words.join(", ") || "damaged files"}`];
}

/** Answered after the limit. While the process stood still it could not answer; the last millisecond is the timer's own. */
function late({ posts }: World, { processes }: Machine): string[] {
  return posts.flatMap(({ words, process: name, atMs, answer }) => {
    if (!answer) return [];
    if (!/^(sent|failed|limited)$/.test(answer.kind)) return [`answered with ${answer.kind}`];
    const frozen = processes.find((process) => process.name === name)?.frozen ?? [];
    const endMs = atMs + answer.delayMs;
    const ownMs = frozen.reduce(
      (left, { fromMs, toMs }) => left - Math.max(0, Math.min(toMs, endMs) - Math.max(fromMs, atMs)),
      answer.delayMs,
    );
    return ownMs > LONGEST_ANSWER_MS + 1 ? [`late: "${words}" answered after ${Math.round(ownMs)} ms`] : [];
  });
}

/** Given up before the time. With a clock that was set wrong, only the attempts count. */
function givenUpEarly({ givenUp, posts, results, arrivals, deeds }: World): string[] {
  return givenUp.flatMap(({ id, attempts, atMs }) => {
    const read = results.filter((result) => result.id === id).map(({ result }) => result);
    const lost = read.filter((result) => result === "redirects" || result === "no answer").length;
    if (read.includes("redirects") && lost >= GIVE_UP.ambiguous) return [];
    const words = arrivals.find((arrival) => arrival.id === id)?.words;
    const sinceMs =
      atMs - Math.min(...posts.filter((post) => !words || post.words === words).map((post) => post.atMs));
    const isEarly = sinceMs < GIVE_UP.afterMs && !deeds.some(({ what }) => what === "clock");
    const when = `${(sinceMs / DAY_MS).toFixed(1)} days and ${attempts} attempts`;
    return isEarly || attempts < GIVE_UP.attempts ? [`given up after ${when}: ${id.slice(0, 4)}`] : [];
  });
}

/** Sent again after the operator deleted it, though no visitor posted it again. */
function returned({ deeds, arrivals, posts, disk, diskTrouble }: World, { readStored }: Machine): string[] {
  const deleted = deeds.filter(({ what }) => what === "forget");
  return deleted.flatMap(({ id = "", words, atMs, endedMs }) => {
    const later = disk.made.filter((change) => change.atMs >= atMs && change.to?.includes(id));
    const isExcused =
      later.some(({ inode }) => readStored(inode?.text ?? "")?.attempts === 0) ||
      // Its process had looked whether it is there before it was deleted, or a power cut undid that.
      later.some(({ inode }) => (inode?.madeMs ?? 0) < endedMs + LOOK_MS) ||
      disk.undone.some(({ from, to, atMs: cutMs }) => cutMs > atMs && (to ?? from)?.includes(id)) ||
      overlap(diskTrouble, atMs - DUE_MS, endedMs + DUE_MS);
    const isPosted = (begunMs: number) =>
      posts.some((post) => post.words === words && post.atMs <= begunMs && post.atMs > begunMs - DUE_MS);
    const isBack = arrivals.some(
      (arrival) => arrival.id === id && arrival.begunMs > endedMs + DUE_MS && !isPosted(arrival.begunMs),
    );
    return isBack && !isExcused ? [`sent after it was deleted: "${words}"`] : [];
  });
}

/** What came twice: through one channel or, if the second one sends only what waits, through both. */
function copies(world: World, machine: Machine): string[] {
  const isOneEnough = machine.channels.late.length > 0;
  const nameOf = ({ words, channel }: Arrival) => (isOneEnough ? words : `${words} by ${channel}`);
  const isExcused = makeExcuse(world, machine);
  const latest = new Map<string, Arrival>();
  const problems: string[] = [];
  for (const copy of [...world.arrivals].sort((one, other) => one.begunMs - other.begunMs)) {
    const before = latest.get(nameOf(copy));
    latest.set(nameOf(copy), copy);
    if (!before || isExcused(before, copy)) continue;
    const both = [before, copy].map(({ atMs, process }) => `at ${Math.round(atMs)} ms by ${process}`);
    if (problems.push(`copy without a reason: "${nameOf(copy)}" ${both.join(" and ")}`) >= ENOUGH) break;
  }
  return problems;
}
