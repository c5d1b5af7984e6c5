import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startForwarder } from "../../forwarder/forwarder.mjs";
import { type Random, randomFrom } from "../../hostile/random";
import { watch } from "../../hostile/watch";
import type { Case } from "../case";
import { startPatientSite } from "../cell";
import { count, makeCrowd } from "../crowd";
import { keep, makeFolders, makeKept } from "../keep";
import { readOutbox } from "../outbox";
import { fetchPage, watchPages } from "../pages";
import { repeated } from "../repeated";
import { until, within } from "../until";

const RESIDENT_MB = 300;
/** A page that hangs takes longer than a page on a busy machine. */
const PAGE_MS = 4_000;
const SPARSE = 1024 ** 3;
const DAYS_AGO = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);

const pipe = (path: string) => void execFileSync("mkfifo", [path]);

/** What may lie in `new/` under the name of a request and is none. The site must leave each where it is. */
const IN_NEW: Record<string, (path: string, dir: string) => Promise<void> | void> = {
  pipe,
  "link to /dev/zero": (path) => symlink("/dev/zero", path),
  "link to a request elsewhere": async (path, dir) => {
    const stored = makeKept();
    await writeFile(join(dir, "elsewhere.json"), JSON.stringify({ ...stored, id: idIn(path) }));
    await symlink(join(dir, "elsewhere.json"), path);
  },
  "link to nothing": (path) => symlink("/nowhere/at/all", path),
  folder: async (path) => void (await mkdir(path)),
  "sparse file of 1 GB": async (path) => {
    await writeFile(path, "{");
    await truncate(path, SPARSE);
  },
  "file of 2 MiB": (path) =>
    writeFile(
      path,
      JSON.stringify({ ...makeKept({ additionalNotes: "x".repeat(2 * 1024 ** 2) }), id: idIn(path) }),
    ),
  "empty file": (path) => writeFile(path, ""),
};

const idIn = (path: string) => path.slice(-37, -5);

/** What lies beside the folders. `key` and the lock are the site's own names. */
const BESIDE: Record<string, (dir: string) => Promise<void> | void> = {
  "a folder in place of the lock": async (dir) => {
    await mkdir(join(dir, "redelivery.sock"));
    await writeFile(join(dir, "redelivery.sock", "file"), "");
  },
  "a file in place of the lock": (dir) => writeFile(join(dir, "redelivery.sock"), "1"),
  "a pipe in place of the lock": (dir) => pipe(join(dir, "redelivery.sock")),
  "a key that is none": (dir) => writeFile(join(dir, "key"), "not a key"),
  "an empty key": (dir) => writeFile(join(dir, "key"), ""),
  "a pipe in place of the key": (dir) => pipe(join(dir, "key")),
  "a folder in place of the key": async (dir) => void (await mkdir(join(dir, "key"))),
  "a pipe in tmp, old": async (dir) => {
    pipe(join(dir, "tmp", "0123456789abcdef.json"));
    await utimes(join(dir, "tmp", "0123456789abcdef.json"), DAYS_AGO, DAYS_AGO);
  },
  "a pipe in dead": (dir) => pipe(join(dir, "dead", `${randomFrom("dead").hex(32)}.json`)),
};

/**
 * With the oddity there, before the start or put there while it runs: three requests that wait are sent, visitors and
 * pages are answered, and the log says one line about it.
 */
async function livesWith(
  put: (dir: string) => Promise<void> | void,
  name: string | undefined,
  later: boolean,
) {
  const wrong: string[] = [];
  const dir = await mkdtemp(join(tmpdir(), "outbox-odd-"));
  await makeFolders(dir);
  const waiting = Array.from({ length: 3 }, () => makeKept());
  const forwarder = await startForwarder();
  if (!later) {
    await put(dir);
    for (const stored of waiting) await keep(dir, stored);
  }
  const site = await within(startPatientSite(dir, forwarder.url), 12_000);
  let sent = 0;
  let lost = 0;
  let copies = 0;
  if (site === "late") wrong.push("it does not start within 12 s");
  else {
    const pages = watchPages(site.url);
    const watched = watch(site.pid, site.port);
    if (later) {
      await sleep(500);
      await put(dir);
      for (const stored of waiting) await keep(dir, stored);
    }
    const crowd = makeCrowd(() => site.port);
    const answered = await within(crowd.atOnce(3), 9_000);
    if (answered === "late") wrong.push("visitors were not answered within 9 s");
    const all = () => {
      const emails = forwarder.received.map(({ fields }) => fields.find(([field]) => field === "email")?.[1]);
      return waiting.every(({ request }) => emails.includes(request.email));
    };
    if (!(await until(all, 12_000))) wrong.push("what waits beside it is not sent");
    const ready = await fetchPage(site.url, "/readyz");
    if (ready.status === 0 || ready.ms > 4_000) wrong.push("/readyz is not answered");
    await sleep(2_000);
    ({ sent, lost, copies } = count(crowd.sent, forwarder.received, (await readOutbox(dir)).kept));
    if (lost > 0) wrong.push("requests told sent are lost");
    if (copies > 0) wrong.push(`${copies} arrived twice`);
    const arrivals = forwarder.received.length;
    if (arrivals > crowd.sent.length + waiting.length) wrong.push("more arrived than was sent");
    const about = site.events().filter((line) => name && line.file === name);
    if (name && about.length !== 1) wrong.push(`${about.length} log lines about it`);
    wrong.push(...repeated(site.events()));
    wrong.push(...(await pages.stop(PAGE_MS)).wrong);
    watched.stop();
    if (watched.peak() > RESIDENT_MB) wrong.push(`${Math.round(watched.peak())} MiB resident`);
    await site.stop("SIGKILL");
  }
  await forwarder.close();
  await rm(dir, { recursive: true, force: true });
  return { sent, lost, copies, wrong };
}

const odd = (
  name: string,
  make: (random: Random) => { put: (dir: string) => Promise<void> | void; file?: string },
): Case => ({
  name: `outbox with ${name}`,
  run: async (random) => {
    const { put, file } = make(random);
    const before = await livesWith(put, file, false);
    const after = file ? await livesWith(put, file, true) : { sent: 0, lost: 0, copies: 0, wrong: [] };
    return {
      attempts: file ? 2 : 1,
      sent: before.sent + after.sent,
      lost: before.lost + after.lost,
      copies: before.copies + after.copies,
      seen: "",
      wrong: [...before.wrong, ...after.wrong.map((what) => `put there later: ${what}`)],
    };
  },
});

export const ODDITIES: Case[] = [
  ...Object.entries(IN_NEW).map(([name, put]) =>
    odd(`${name} in new`, (random) => {
      const file = `${random.hex(32)}.json`;
      return { file, put: (dir) => put(join(dir, "new", file), dir) };
    }),
  ),
  ...Object.entries(BESIDE).map(([name, put]) => odd(name, () => ({ put }))),
];
