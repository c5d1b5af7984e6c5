import { setTimeout as sleep } from "node:timers/promises";
import { startForwarder } from "../../forwarder/forwarder.mjs";
import type { LogLine, Site } from "../../start-site";
import type { Case, Outcome } from "../case";
import { startPatientSite } from "../cell";
import { count, makeCrowd } from "../crowd";
import { readOutbox } from "../outbox";
import { fetchPage, watchPages } from "../pages";
import { repeated } from "../repeated";
import { until, within } from "../until";
import { makeVolume, noVolumes } from "../volume";

const VISITORS = 10;
const ANSWER_MS = 5_000;
const FROZEN_MS = 8_000;
const PATIENCE_MS = 30_000;

const isOutboxLine = ({ event, level }: LogLine) => event.startsWith("outbox.") && level !== "info";
const emptied = (dir: string) =>
  until(async () => {
    const { kept, broken } = await readOutbox(dir);
    return kept.length + broken.length === 0;
  }, PATIENCE_MS);

/** The disk hangs; the service is well. Everybody is answered in time, and everything arrives once. */
const RELAYED: Case = {
  name: "frozen disk",
  lacks: noVolumes,
  run: async () => {
    const wrong: string[] = [];
    const volume = await makeVolume();
    const forwarder = await startForwarder();
    const site = await startPatientSite(volume.dir, forwarder.url);
    const crowd = makeCrowd(() => site.port);
    await crowd.post();
    forwarder.behave("status", { status: 500 });
    await crowd.atOnce(3);
    forwarder.behave("json-true");
    crowd.slowestMs();
    const before = site.events().filter(isOutboxLine).length;
    const thaw = await volume.freeze();
    try {
      const pages = watchPages(site.url);
      const frozen = sleep(FROZEN_MS);
      const ready = fetchPage(site.url, "/readyz");
      const first = await within(crowd.atOnce(VISITORS), 9_000);
      if (first === "late") wrong.push(`${VISITORS} visitors were not answered within 9 s`);
      const { status, ms } = await ready;
      if (status !== 503 || ms > ANSWER_MS) wrong.push(`/readyz: ${status} after ${Math.round(ms)} ms`);
      await frozen;
      const last = await within(crowd.atOnce(3), 9_000);
      if (last === "late") wrong.push("later visitors were not answered within 9 s");
      const here = count(crowd.sent, forwarder.received, []);
      const relayed = `${here.arrived} of ${crowd.sent.length} arrived while the disk was frozen`;
      if (here.arrived < crowd.sent.length - 3) wrong.push(relayed);
      wrong.push(...(await pages.stop()).wrong);
    } finally {
      await thaw();
    }
    const slowest = crowd.slowestMs();
    if (slowest > ANSWER_MS) wrong.push(`a visitor waited ${slowest} ms`);
    await sleep(1_000);
    const lines = site.events().filter(isOutboxLine).slice(before);
    wrong.push(...judgeLines(lines));
    return judged(
      site,
      volume,
      forwarder,
      crowd,
      wrong,
      `slowest answer ${slowest} ms, ${lines.length} log lines`,
    );
  },
};

/** The disk hangs and the service puts requests off: nobody has them, so nobody is told "sent". */
const NOBODY: Case = {
  name: "frozen disk, service puts off",
  lacks: noVolumes,
  run: async () => {
    const wrong: string[] = [];
    const volume = await makeVolume();
    const forwarder = await startForwarder();
    forwarder.behave("json-web-server");
    const site = await startPatientSite(volume.dir, forwarder.url);
    const crowd = makeCrowd(() => site.port);
    await crowd.post();
    crowd.slowestMs();
    const thaw = await volume.freeze();
    try {
      const answered = await within(crowd.atOnce(VISITORS), 9_000);
      if (answered === "late") wrong.push(`${VISITORS} visitors were not answered within 9 s`);
    } finally {
      await thaw();
    }
    const slowest = crowd.slowestMs();
    if (slowest > ANSWER_MS) wrong.push(`a visitor waited ${slowest} ms`);
    const early = crowd.sent.filter(({ told }) => told === "sent").length;
    if (early > 1) wrong.push(`${early - 1} were told sent while nobody had their request`);
    await sleep(1_000);
    forwarder.behave("json-true");
    return judged(site, volume, forwarder, crowd, wrong, `slowest answer ${slowest} ms`);
  },
};

/** The disk hangs from before the start: the site starts, says so, relays, and keeps requests after the thaw. */
const START: Case = {
  name: "started on a frozen disk",
  lacks: noVolumes,
  run: async () => {
    const wrong: string[] = [];
    const volume = await makeVolume();
    const forwarder = await startForwarder();
    let site: Site | undefined;
    const crowd = makeCrowd(() => site?.port ?? 0);
    const thaw = await volume.freeze();
    const starting = startPatientSite(volume.dir, forwarder.url);
    try {
      const began = performance.now();
      const started = await within(starting, 10_000);
      if (started === "late") wrong.push("it does not listen within 10 s");
      else {
        site = started;
        const { status } = await fetchPage(site.url, "/quote");
        if (status !== 200) wrong.push(`/quote: ${status}`);
        if (performance.now() - began > ANSWER_MS) wrong.push("no page within 5 s of the start");
        const pages = watchPages(site.url);
        if ((await within(crowd.atOnce(8), 9_000)) === "late")
          wrong.push("visitors were not answered within 9 s");
        if (count(crowd.sent, forwarder.received, []).arrived < 8) wrong.push("not all were relayed");
        wrong.push(...(await pages.stop()).wrong);
        const lines = site.events().filter(isOutboxLine);
        wrong.push(...judgeLines(lines));
      }
    } finally {
      await thaw();
    }
    site = await starting;
    await sleep(1_000);
    const slowest = crowd.slowestMs();
    if (slowest > ANSWER_MS) wrong.push(`a visitor waited ${slowest} ms`);
    return judged(site, volume, forwarder, crowd, wrong, `slowest answer ${slowest} ms`);
  },
};

export const FROZEN_DISK = [RELAYED, NOBODY, START];

/** The log says that the disk hangs, and says no thing twice, however many requests meet it. */
function judgeLines(lines: LogLine[]): string[] {
  const isSaid = lines.some(({ event }) => event === "outbox.unwritable");
  return [...(isSaid ? [] : ["no log line says that the outbox is unwritable"]), ...repeated(lines)];
}

/** After the thaw: one more request is kept and delivered, the outbox empties, and nothing came twice. */
async function judged(
  site: Site,
  volume: Awaited<ReturnType<typeof makeVolume>>,
  forwarder: Awaited<ReturnType<typeof startForwarder>>,
  crowd: ReturnType<typeof makeCrowd>,
  wrong: string[],
  seen: string,
): Promise<Outcome> {
  await crowd.post();
  const [kept] = site.events("quote.received").slice(-1);
  if (!kept?.stored) wrong.push("after the thaw a request is still not kept");
  if (!(await emptied(volume.dir))) wrong.push("the outbox does not empty after the thaw");
  await sleep(4_000);
  const { sent, lost, copies, strange } = count(
    crowd.sent,
    forwarder.received,
    (await readOutbox(volume.dir)).kept,
  );
  if (lost > 0) wrong.push("requests told sent are lost");
  if (copies > 0) wrong.push(`${copies} arrived twice`);
  if (strange > 0) wrong.push(`${strange} arrived that nobody sent so`);
  await site.stop("SIGKILL");
  await forwarder.close();
  await volume.remove();
  return { attempts: 1, sent, lost, copies, seen, wrong };
}
