import type { Machine } from "./machine";
import { makeReasons } from "./reasons";
import { GIVE_UP_DAYS, LONGEST_ANSWER_MS } from "./settings";
import type { Arrival, World } from "./world";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Says what is wrong with what has happened, one line each. */
export function judge(world: World, machine: Machine): string[] {
  return [
    ...lost(world, machine),
    ...copies(world, machine),
    ...late(world, machine),
    ...givenUpEarly(world),
    ...left(machine),
  ];
}

/** Told sent or held, but neither delivered nor in the outbox. */
function lost({ posts, arrivals, deeds }: World, machine: Machine): string[] {
  const safe = new Set([
    ...arrivals.map(({ words }) => words),
    ...machine.requestsIn("new", "dead").map(({ form, words }) => `${form} ${words}`),
    ...deeds.filter(({ what }) => what === "forget").map(({ words }) => words),
  ]);
  return posts
    .filter(({ words, answer }) => (answer?.kind === "sent" || answer?.isHeld) && !safe.has(words))
    .map(({ words, answer }) => `lost: "${words}", told ${answer?.kind}`);
}

function left(machine: Machine): string[] {
  if (!machine.hasWaiting) return [];
  const words = machine.requestsIn("new").map((request) => `"${request.words}"`);
  return [`left in new/: ${words.join(", ") || "damaged files"}`];
}

function late({ posts }: World, { processes }: Machine): string[] {
  return posts.flatMap(({ words, process: name, atMs, answer }) => {
    if (!answer) return [];
    const spans = processes.find((process) => process.name === name)?.frozen ?? [];
    const frozenMs = spans.reduce(
      (sum, { fromMs, toMs }) => sum + overlapMs(fromMs, toMs, atMs, atMs + answer.afterMs),
      0,
    );
    if (!/^(sent|failed|limited)$/.test(answer.kind)) return [`answer: ${answer.kind}`];
    // The last millisecond is that of the timer.
    return answer.afterMs - frozenMs > LONGEST_ANSWER_MS + 1
      ? [`late: "${words}" answered after ${Math.round(answer.afterMs)} ms`]
      : [];
  });
}

const overlapMs = (from: number, to: number, begin: number, end: number) =>
  Math.max(0, Math.min(to, end) - Math.max(from, begin));

/** Results after which a request may have arrived. */
const UNCLEAR = ["redirects", "no answer"];

/** Given up before the time, though fewer than three attempts may have arrived. */
function givenUpEarly({ givenUp, posts, results, arrivals, deeds, clock }: World): string[] {
  return givenUp.flatMap(({ id, atMs }) => {
    const read = results.filter((result) => result.id === id).map(({ result }) => result);
    const isSpent =
      read.includes("redirects") && read.filter((result) => UNCLEAR.includes(result)).length >= 3;
    const words = arrivals.find((arrival) => arrival.id === id)?.words;
    const since = Math.min(
      ...posts.filter((post) => !words || post.words === words).map((post) => post.atMs),
    );
    const isClockTrusted = !deeds.some(({ what }) => what === "clock") && clock.shiftMs === 0;
    const isEarly = isClockTrusted && !isSpent && atMs - since < GIVE_UP_DAYS * DAY_MS;
    return isEarly ? [`given up after ${((atMs - since) / DAY_MS).toFixed(1)} days: ${id.slice(0, 4)}`] : [];
  });
}

const ENOUGH = 5;

/** What came twice: through one channel or, if the second one sends only what waits, through both. */
function copies(world: World, machine: Machine): string[] {
  const isLate = machine.channels.late.length > 0;
  const groups = new Map<string, Arrival[]>();
  for (const arrival of [...world.arrivals].sort((one, other) => one.begunMs - other.begunMs)) {
    const name = isLate ? arrival.words : `${arrival.words} by ${arrival.channel}`;
    groups.set(name, [...(groups.get(name) ?? []), arrival]);
  }
  const reasons = Object.values(makeReasons(world, machine));
  const problems: string[] = [];
  for (const [name, arrivals] of groups)
    for (const [index, copy] of arrivals.entries()) {
      const before = arrivals[index - 1];
      if (!before || reasons.some((holds) => holds(before, copy))) continue;
      const [first, second] = [before, copy].map(({ atMs, process }) => `at ${atMs | 0} ms by ${process}`);
      problems.push(`copy without a reason: "${name}" ${first} and ${second}`);
      // A fault that copies without end would be judged without end.
      if (problems.length >= ENOUGH) return problems;
    }
  return problems;
}
