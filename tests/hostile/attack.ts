import { existsSync } from "node:fs";
import { until } from "../faults/until";
import type { Forwarder } from "../forwarder/forwarder.mjs";
import type { Site } from "../start-site";
import { head, type Kind, post, URLENCODED } from "./case";
import { exchange } from "./exchange";
import { urlencoded } from "./form";
import { judgeArrival, judgeExchange, MARKER } from "./judge";
import { randomFrom } from "./random";

/** How many connections are open at once. */
const AT_ONCE = 12;

/** Something a right site would not have done. `number` is the case's, where it was one case. */
export type Wrong = { kind: string; number?: number; what: string; bytes?: Buffer };
/** `answers`: their statuses, or how each connection ended; `accepted`: requests that were answered as accepted. */
export type Report = { kind: string; count: number; answers: string[]; accepted: number; wrong: Wrong[] };

/** The markers of every request ever made here, so that none is taken for another's. */
const issued = new Set<string>();

/** What is attacked, and with what: the same bytes for the same seed, kind and number. `only` is one case, which is shown. */
type Attack = { site: Site; forwarder: Forwarder; seed: string; only?: number };

/**
 * Sends all cases of a kind, or the one asked for, and judges each answer; then what arrived, what waits, whether the
 * site lives and had no fault of its own, and whether an ordinary request still gets through.
 */
export async function attack(kind: Kind, { site, forwarder, seed, only }: Attack): Promise<Report> {
  const report: Report = { kind: kind.name, count: 0, answers: [], accepted: 0, wrong: [] };
  const say = (what: string, number?: number, bytes?: Buffer) =>
    report.wrong.push({ kind: kind.name, number, what, bytes });
  forwarder.reset();
  const logged = (event: string) => site.events(event).length;
  const [printed, faults] = [site.output().length, logged("site.fault")];
  /** The response to each request; there was no other. */
  const responses: { number: number; marker: string; accepted: number }[] = [];

  const queue = only === undefined ? Array(kind.count).keys() : [only].values();
  const run = async () => {
    for (const number of queue) {
      const random = randomFrom(`${seed}/${kind.name}/${number}`);
      const marker = `mk${random.hex(16)}k`;
      issued.add(marker);
      const sent = kind.make({ random, marker, number });
      const result = await exchange(site.port, sent);
      if (only !== undefined) console.dir({ ...sent, ...result }, { depth: null });
      report.count++;
      const statuses = result.answers.map(({ status }) => String(status));
      report.answers.push(...(statuses.length > 0 ? statuses : [result.end]));
      const accepted = result.answers.filter(({ status }) => status === 202 || status === 303).length;
      responses.push({ number, marker, accepted });
      const what = judgeExchange(sent, result, (other) => other !== marker && issued.has(other));
      const bytes = Buffer.concat(sent.pieces.filter((piece) => typeof piece !== "number"));
      if (what.length > 0) say(what.join("; "), number, bytes);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));

  if (!existsSync(`/proc/${site.pid}`)) {
    say("the process is gone");
    return report;
  }
  // Every request that was taken is delivered or kept within ten seconds.
  const ends = ["quote.delivered", "quote.attempt_failed", "quote.lost"];
  await until(() => ends.reduce((sum, end) => sum + logged(end), 0) >= logged("quote.received"), 10_000, 100);
  const waiting = (await site.waiting()).map(({ request }) => Object.values(request));
  for (const arrival of forwarder.received) for (const what of judgeArrival(arrival)) say(what);
  const arrived = forwarder.received.map(({ fields }) => fields.map(([, value]) => value));
  const found = findMarkers([...arrived, ...waiting]);
  for (const { number, marker, accepted } of responses) {
    report.accepted += accepted;
    if ((found.get(marker) ?? 0) < accepted) say("taken, but neither arrived nor waiting", number);
  }
  if (logged("site.fault") > faults) say(`${logged("site.fault") - faults} faults of the site in its log`);
  if (site.output().slice(printed).match(MARKER)) say("its log holds what was typed");
  if (!(await stillServes(site, forwarder))) say("an ordinary request no longer gets through");
  return report;
}

/** In how many different requests each marker stands. */
function findMarkers(requests: string[][]): Map<string, number> {
  const found = new Map<string, number>();
  for (const text of new Set(requests.map((values) => JSON.stringify(values)))) {
    for (const marker of new Set(text.match(MARKER))) found.set(marker, (found.get(marker) ?? 0) + 1);
  }
  return found;
}

/** Whether an ordinary request still gets to the forwarding service and a page to a visitor. */
async function stillServes({ port, output }: Site, forwarder: Forwarder): Promise<boolean> {
  forwarder.reset();
  const name = `ordinary${output().length}`;
  const sent = [
    post("/quote", URLENCODED, urlencoded(name), []),
    { pieces: [head("GET", "/")], methods: ["GET"] },
  ];
  const statuses: unknown[] = [];
  for (const one of sent) statuses.push((await exchange(port, one)).answers[0]?.status);
  // Beside it may arrive what others sent before they went away.
  const arrived = forwarder.received.some(({ fields }) => JSON.stringify(fields).includes(name));
  return String(statuses) === "303,200" && arrived;
}
