import type { Forwarder } from "../forwarder/forwarder.mjs";
import type { Site } from "../start-site";
import { type Case, head, type Kind, post, URLENCODED } from "./case";
import { type Exchange, exchange } from "./exchange";
import { urlencoded, validFields } from "./form";
import { judgeArrival, judgeExchange, MARKER } from "./judge";
import { randomFrom } from "./random";

/** How many connections are open at once. */
const AT_ONCE = 12;

/** Something a right site would not have done. `number` is the case's, where it was one case. */
export type Wrong = { kind: string; number?: number; what: string; bytes?: Buffer };

export type Report = { kind: string; count: number; statuses: Map<string, number>; wrong: Wrong[] };

/** Ids of every request ever made here, so that none is taken for another's. */
const issued = new Set<string>();

/** The same bytes for the same seed, kind and number. */
export function makeCase(kind: Kind, seed: string, number: number): { case: Case; marker: string } {
  const random = randomFrom(`${seed}/${kind.name}/${number}`);
  const marker = `mk${random.hex(16)}k`;
  return { case: kind.make({ random, marker, number }), marker };
}

/**
 * Sends all cases of a kind, or the one asked for, and judges each answer; then what arrived, what waits, whether the
 * site lives and had no fault of its own, and whether an ordinary request still gets through.
 */
export async function attack(
  kind: Kind,
  { site, forwarder, seed, only }: { site: Site; forwarder: Forwarder; seed: string; only?: number },
): Promise<Report> {
  const report: Report = { kind: kind.name, count: 0, statuses: new Map(), wrong: [] };
  const say = (what: string) => report.wrong.push({ kind: kind.name, what });
  forwarder.reset();
  if (kind.forwarder) forwarder.behave(kind.forwarder);
  const before = await state(site);
  let told = 0;
  let untold = 0;

  const numbers = only === undefined ? Array.from({ length: kind.count }, (_, number) => number) : [only];
  const queue = numbers.values();
  const run = async () => {
    for (const number of queue) {
      const { case: sent, marker } = makeCase(kind, seed, number);
      issued.add(marker);
      const isStrangers = (other: string) => other !== marker && issued.has(other);
      const result = await exchange(site.port, sent);
      count(report, result);
      told += result.answers.filter(({ status }) => status === 303 || status === 202).length;
      // Nobody was told, yet the request may have got through.
      untold +=
        Math.max(0, sent.methods.length - result.answers.length) +
        result.answers.filter(({ status }) => status === 400 || status === 502).length;
      const bytes = Buffer.concat(sent.pieces.filter((piece) => typeof piece !== "number"));
      const what = judgeExchange(sent, result, isStrangers).join("; ");
      if (what) report.wrong.push({ kind: kind.name, number, what, bytes });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));

  if (!alive(site)) {
    say("the process is gone");
    return report;
  }
  const after = await settled(site);
  for (const arrival of forwarder.received) for (const what of judgeArrival(arrival)) say(what);
  const arrived = new Set(forwarder.received.map(({ fields }) => JSON.stringify(fields)));
  const kept = kind.forwarder ? 0 : after.waiting - before.waiting;
  const got = arrived.size + kept + after.repeated - before.repeated;
  if (got < told || got > told + untold)
    say(`${told} were told sent (${untold} not told), ${got} arrived or wait`);
  if (kind.forwarder && after.waiting - before.waiting !== arrived.size)
    say("not every failed request is kept");
  if (after.faults > before.faults) say(`${after.faults - before.faults} faults of the site in its log`);
  if (site.output().slice(before.printed).match(MARKER)) say("its log holds what was typed");
  if (!(await stillServes(site, forwarder, seed))) say("an ordinary request no longer gets through");
  return report;
}

function count(report: Report, { answers, end }: Exchange): void {
  const { statuses } = report;
  report.count++;
  const names = answers.length > 0 ? answers.map(({ status }) => String(status)) : [end];
  for (const name of names) statuses.set(name, (statuses.get(name) ?? 0) + 1);
}

const alive = ({ pid }: Site) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function state(site: Site) {
  const of = (event: string) => site.events(event).length;
  return {
    printed: site.output().length,
    faults: of("site.fault"),
    repeated: of("quote.repeated"),
    underWay: of("quote.received") - of("quote.delivered") - of("quote.kept") - of("quote.lost"),
    waiting: (await site.waiting()).length,
  };
}

/** The state once every request that was taken has been delivered or kept. */
async function settled(site: Site) {
  for (let tries = 0; ; tries++) {
    await new Promise((wait) => setTimeout(wait, 100));
    const now = await state(site);
    if (now.underWay <= 0 || tries > 100) return now;
  }
}

async function stillServes(site: Site, forwarder: Forwarder, seed: string): Promise<boolean> {
  forwarder.reset();
  const marker = `after ${randomFrom(`${seed}${site.output().length}${performance.now()}`).hex(16)}`;
  const sent = post("/quote", URLENCODED, urlencoded(validFields(marker.replace(" ", "."))), [303]);
  const page = { pieces: [head("GET", "/")], methods: ["GET"] };
  const answers = [await exchange(site.port, sent), await exchange(site.port, page)];
  const statuses = answers.map(({ answers: [first] }) => first?.status);
  return String(statuses) === "303,200" && forwarder.received.length === 1;
}
