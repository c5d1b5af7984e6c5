import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startForwarder } from "../../forwarder/forwarder.mjs";
import { watch } from "../../hostile/watch";
import type { Case, Outcome } from "../case";
import { startPatientSite } from "../cell";
import { makeCrowd } from "../crowd";
import { keep, makeFolders, makeKept } from "../keep";
import { limitMemory } from "../memory-limit";
import { fetchPage, watchPages } from "../pages";
import { until, within } from "../until";

/** What compose.yaml gives the site, and what the flags of Node leave of it. */
const LIMIT_MB = 512;
const RESIDENT_MB = 400;
const START_MS = 15_000;
/** A single sign that is not Latin, and every other takes two bytes of memory as well. It fits a body of 64 KiB. */
const LONG_NOTES = `${"x".repeat(61_900)}水`;

/** So many wait at a start, the service is down at first and then well: pages are quick all the time, all arrive once. */
async function startWith(waiting: number, additionalNotes: string, deliverMs: number): Promise<Outcome> {
  const wrong: string[] = [];
  const outboxDir = await mkdtemp(join(tmpdir(), "outbox-many-"));
  await makeFolders(outboxDir);
  for (let made = 0; made < waiting; made += 500)
    await Promise.all(
      Array.from({ length: Math.min(500, waiting - made) }, () =>
        keep(outboxDir, makeKept({ additionalNotes })),
      ),
    );
  const arrived = new Map<string, number>();
  let cut = 0;
  const forwarder = await startForwarder({
    onArrival: (arrival) => {
      const field = (name: string) => arrival.fields.find(([other]) => other === name)?.[1] ?? "";
      if (arrival.mode === "json-true") {
        arrived.set(field("email"), (arrived.get(field("email")) ?? 0) + 1);
        const notes = field("additional_notes");
        if (notes !== additionalNotes && notes !== "First\r\nSecond") cut++;
      }
      // Thousands of these would fill this process.
      arrival.fields = [];
    },
  });
  forwarder.behave("status", { status: 500 });
  const memory = limitMemory(LIMIT_MB);
  const began = performance.now();
  const starting = startPatientSite(outboxDir, forwarder.url, {}, undefined, memory?.through);
  starting.catch(() => {});
  const site = await within(starting, START_MS).catch(() => "ended" as const);
  let seen = "";
  let sent = 0;
  if (typeof site === "string") wrong.push(`the start ${site === "late" ? "takes too long" : "failed"}`);
  else {
    const startedMs = performance.now() - began;
    const pages = watchPages(site.url);
    const watched = watch(site.pid, site.port);
    let gone: unknown;
    void site.exit.then((status) => {
      gone = status;
    });
    await sleep(4_000);
    const ready = await fetchPage(site.url, "/readyz");
    if (ready.status !== 200 || ready.ms > 5_000)
      wrong.push(`/readyz: ${ready.status} after ${Math.round(ready.ms)} ms`);
    forwarder.behave("json-true");
    const crowd = makeCrowd(() => site.port);
    const visitors = (async () => {
      for (let number = 0; number < 10 && gone === undefined; number++) {
        await crowd.post();
        await sleep(300);
      }
    })();
    const all = await until(() => arrived.size >= waiting + 10 || gone !== undefined, deliverMs);
    const deliveredS = Math.round((performance.now() - began) / 1000);
    await visitors;
    sent = crowd.sent.filter(({ told }) => told === "sent").length;
    if (crowd.slowestMs() > 5_000) wrong.push("a visitor waited longer than 5 s");
    if (gone !== undefined) wrong.push(`the site ended with ${gone}`);
    if (!all || arrived.size < waiting + 10)
      wrong.push(`${arrived.size} of ${waiting + 10} arrived within ${deliveredS} s`);
    else if (!(await until(async () => (await readdir(join(outboxDir, "new"))).length === 0, 10_000)))
      wrong.push("the outbox does not empty");
    const { wrong: slow, slowestMs } = await pages.stop();
    wrong.push(...slow);
    watched.stop();
    const peak = Math.round(watched.peak());
    if (peak > RESIDENT_MB) wrong.push(`${peak} MiB resident`);
    seen = `started in ${Math.round(startedMs)} ms, slowest page ${slowestMs} ms, ${peak} MiB, all after ${deliveredS} s`;
    await site.stop("SIGKILL");
  }
  if (memory?.kills()) wrong.push(`killed for want of memory under ${LIMIT_MB} MB`);
  if (!memory) seen += "; no control group, memory only watched";
  if (cut > 0) wrong.push(`${cut} arrived with other notes`);
  const kept = (await readdir(join(outboxDir, "new"))).length;
  const copies = [...arrived.values()].reduce((sum, times) => sum + times - 1, 0);
  if (copies > 0) wrong.push(`${copies} arrived twice`);
  await forwarder.close();
  await rm(outboxDir, { recursive: true, force: true });
  await until(() => removed(memory), 2_000);
  const lost = Math.max(0, waiting + sent - arrived.size - kept);
  return { attempts: 1, sent: waiting + sent, lost, copies, seen, wrong };
}

/** A control group goes only once the process in it is gone. */
function removed(memory: ReturnType<typeof limitMemory>): boolean {
  try {
    memory?.remove();
    return true;
  } catch {
    return false;
  }
}

export const MANY_WAITING: Case[] = [
  { name: "3,000 of 62 KB waiting", limitS: 500, run: () => startWith(3_000, LONG_NOTES, 420_000) },
  {
    name: "100,000 small ones waiting",
    long: true,
    limitS: 7_500,
    run: () => startWith(100_000, "First\r\nSecond", 7_200_000),
  },
];
