import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startForwarder } from "../forwarder/forwarder.mjs";
import type { MailServer } from "../mail-server";
import { type Site, startSite } from "../start-site";
import type { Disk } from "./disk";
import { add, arrivals, judge, keyOf, NOTHING, type Outcome, type Sent } from "./judge";
import { keep, makeKept, namesIn, readOutbox } from "./outbox";
import { until, within } from "./until";
import { type Asking, outcomeOf, type Typed, typeSomething, visit } from "./visitor";
import { expectUnwritable, watchPages } from "./watch";

/** Longer than any answer takes, whatever hangs. */
const ANSWER_MS = 9_000;
const START_MS = 60_000;
const PATIENCE_MS = 40_000;

/** An outbox, the sites that run on it, the services they send to, and the visitors. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

export async function openStage(disk?: Disk, mail?: MailServer) {
  // An address of its own, where no other program listens while these are down: it would take what visitors send. All of
  // 127/8 is the loopback.
  const host = `127.${[0, 0, 0].map(() => randomInt(2, 254)).join(".")}`;
  const forwarder = await startForwarder({ host });
  const folder = await mkdtemp(join(tmpdir(), "outbox-"));
  const sites: Site[] = [];
  const sent: Sent[] = [];
  const outcome: Outcome = { ...NOTHING, wrong: [] };
  let slowestMs = 0;
  let isKilled = false;
  let judged = 0;

  const site = () => sites.at(-1) as Site;
  const output = () => sites.map((one) => one.output()).join("");
  const expect = (isSo: boolean, what: string) => {
    if (!isSo && !outcome.wrong.includes(what)) outcome.wrong.push(what);
  };

  const stage = {
    /** The outbox of the sites that are started. */
    dir: disk?.dir ?? folder,
    /** There where the case asks for them. */
    ...{ disk: disk as Disk, mail: mail as MailServer },
    /** `site`: the one that was started last, to which visitors go. */
    ...{ forwarder, outcome, sent, site, expect },
    /** The production build with short waits; the rest is as `startSite` has it. */
    async start(settings: Record<string, string> = {}, cwd?: string): Promise<Site> {
      const short = { FORWARD_TIMEOUT_MS: "1000", REDELIVERY_WAITS_S: "1" };
      const all = { HOST: host, OUTBOX_DIR: stage.dir, FORWARD_URL: forwarder.url, ...short, ...settings };
      const started = await within(startSite(all, cwd), START_MS);
      if (started === "late") throw new Error(`the site does not listen within ${START_MS} ms`);
      sites.push(started);
      return started;
    },
    /** From now on what a site was about may come twice: it is killed, or kills itself. */
    mayCut: () => {
      isKilled = true;
    },
    async stop(signal: NodeJS.Signals = "SIGKILL", which = site()): Promise<void> {
      if (signal === "SIGKILL") stage.mayCut();
      const status = await which.stop(signal);
      expect(signal === "SIGKILL" || status === 0, `the stop ended with ${status}`);
      await sleep(50); // What it had sent is still on the way.
    },
    /** Sends one to the site that was started last. A connection that breaks leaves it at "nothing". */
    async resend(one: Sent, asking: Asking = {}, url = site().url): Promise<void> {
      const { status, ms } = await visit(`${url}/quote`, { ...asking, typed: one.typed });
      one.outcome = outcomeOf(status);
      slowestMs = Math.max(slowestMs, ms);
    },
    async post(asking?: Asking, url?: string): Promise<Sent> {
      const one: Sent = { typed: typeSomething(), outcome: "nothing" };
      sent.push(one);
      await stage.resend(one, asking, url);
      return one;
    },
    async atOnce(count: number): Promise<Sent[]> {
      const all = Promise.all(Array.from({ length: count }, () => stage.post()));
      const answered = await within(all, ANSWER_MS);
      expect(answered !== "late", `${count} visitors were not answered within 9 s`);
      return sent.slice(-count);
    },
    /** While nobody can keep or take a request, no visitor may be told that it was sent. */
    async refuse(count: number): Promise<void> {
      const told = (await stage.atOnce(count)).filter(({ outcome }) => outcome === "sent").length;
      expect(told === 0, `${told} were told sent while nobody had their request`);
    },
    /** Requests that wait in `new/` from before. Their visitors were told that they were sent. */
    async keep(count: number, typed?: Partial<Typed>): Promise<void> {
      const all = Array.from({ length: count }, () => makeKept(typed));
      await keep(stage.dir, all);
      for (const { request } of all) sent.push({ typed: request, outcome: "sent" });
    },
    /** How many of the requests have reached the service. */
    arrived: (): number => {
      const times = arrivals(forwarder);
      return sent.filter(({ typed }) => times.has(keyOf(typed))).length;
    },
    /** Whether all have, within `ms`. */
    async allArrive(ms: number): Promise<void> {
      await until(() => stage.arrived() === sent.length, ms);
      expect(stage.arrived() === sent.length, `${stage.arrived()} of ${sent.length} arrived`);
    },
    async emptied(ms = PATIENCE_MS): Promise<void> {
      const isEmpty = async () => (await namesIn(stage.dir, "new")).length === 0;
      expect(await until(isEmpty, ms), "the outbox does not empty");
    },
    /** The slowest answer since this was last asked, in milliseconds. */
    slowest(): number {
      const ms = slowestMs;
      slowestMs = 0;
      return ms;
    },
    /** See `watchPages`. */
    watch: (limitMs = 1_000) => watchPages(site().url, limitMs, expect),
    /** The last site's log says that its outbox is unwritable, and of each trouble once. */
    isUnwritable: () => expectUnwritable(site(), expect),
    /** Forgets the requests so far. */
    forget(): void {
      judged = output().length;
      isKilled = false;
      sent.length = 0;
      forwarder.reset();
      mail?.received.splice(0);
    },
    /**
     * Judges what became of the requests since they were last forgotten, and forgets them.
     *
     * @param given.odd files of the outbox that were put there and are no request
     * @param given.excused copies for which the case itself is a reason
     */
    async judge({ odd = [], excused = 0 }: { odd?: string[]; excused?: number } = {}): Promise<void> {
      const { kept, broken } = await readOutbox(stage.dir);
      for (const name of broken) expect(odd.includes(name), `${name} is no whole request`);
      const log = output().slice(judged);
      add(outcome, judge({ sent, forwarder, mail, kept, log, isKilled, excused }));
      stage.forget();
    },
    async end(): Promise<void> {
      await Promise.all(sites.map((one) => one.stop("SIGKILL")));
      await forwarder.close();
      await mail?.close();
      await disk?.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return stage;
}
