import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ModeName, startForwarder } from "../forwarder/forwarder.mjs";
import type { MailServer } from "../mail-server";
import { type Site, startSite } from "../start-site";
import type { Outcome } from "./case";
import type { Disk } from "./disk";
import { keep, makeKept, namesIn, readOutbox } from "./outbox";
import { until, within } from "./until";
import { send, type Told, type Typed, typedIn, typeSomething } from "./visitor";

/** A request, and what its visitor was told at last. */
export type Sent = { typed: Typed; told: Told };

/** Answers after which the service has the request, or may have it: it was read, and no refusal came back. */
const TAKEN: readonly ModeName[] = [
  "json-true",
  "json-true-boolean",
  "slow",
  "huge",
  "html-submitted",
  "reset",
  "hang",
  "hang-after-headers",
  "drip",
];
/** Longer than any answer takes, whatever hangs. */
const ANSWER_MS = 9_000;
const PATIENCE_MS = 40_000;
/** Every address that is typed here; none may be in a log. */
const EMAIL = /[0-9a-f]{12}@example\.com/;

/** Of whole requests, some of 62 KB, by the thousand. */
const keyOf = (typed: Typed) => createHash("sha1").update(JSON.stringify(typed)).digest("base64");
const lines = (log: string, events: string, channel: string) =>
  log.match(new RegExp(`"event":"quote\\.(${events})".*"channel":"${channel}"`, "g"))?.length ?? 0;

/** An outbox, the sites that run on it, the services they send to, and the visitors. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

/**
 * Plays a case and judges what became of its requests.
 *
 * @param act what happens; returns the figures that it measured in words, if any
 * @param given where the outbox lies, if not in a folder of its own; a mail server, if that gets each request, too
 */
export async function onStage(
  act: (stage: Stage) => Promise<unknown>,
  given: { disk?: Disk; mail?: MailServer } = {},
): Promise<Outcome> {
  const stage = await openStage(given);
  try {
    const seen = await act(stage);
    await stage.judge();
    return { ...stage.outcome, seen: typeof seen === "string" ? seen : "" };
  } finally {
    await stage.end();
  }
}

async function openStage({ disk, mail }: { disk?: Disk; mail?: MailServer }) {
  const forwarder = await startForwarder();
  const dir = disk?.dir ?? (await mkdtemp(join(tmpdir(), "outbox-")));
  const sites: Site[] = [];
  const sent: Sent[] = [];
  const outcome: Outcome = { sent: 0, lost: 0, copies: 0, unfounded: 0, seen: "", wrong: [] };
  let slowestMs = 0;
  let isKilled = false;
  let judged = 0;

  const site = () => sites.at(-1) as Site;
  const output = () => sites.map((one) => one.output()).join("");
  const expect = (isSo: boolean, what: string) => {
    if (!isSo) outcome.wrong.push(what);
  };
  /** How often the service has, or may have, each request. What a kill cut short it did not get. */
  function arrivals(): Map<string, number> {
    const times = new Map<string, number>();
    for (const arrival of forwarder.received) {
      const typed = TAKEN.includes(arrival.mode) && typedIn(arrival);
      if (typed) times.set(keyOf(typed), (times.get(keyOf(typed)) ?? 0) + 1);
    }
    return times;
  }
  /** Sends one to the site that was started last. A connection that breaks leaves it at "nothing". */
  async function resend(one: Sent, midway?: () => void): Promise<void> {
    const began = performance.now();
    one.told = await send(site().port, one.typed, midway);
    slowestMs = Math.max(slowestMs, performance.now() - began);
  }
  async function post(midway?: () => void): Promise<Sent> {
    const one: Sent = { typed: typeSomething(), told: "nothing" };
    sent.push(one);
    await resend(one, midway);
    return one;
  }

  return {
    dir,
    forwarder,
    outcome,
    sent,
    /** The site that was started last, to which visitors go. */
    site,
    expect,
    resend,
    post,
    /** The production build with short waits; the rest is as `startSite` has it. */
    async start(settings: Record<string, string> = {}, cwd?: string): Promise<Site> {
      const short = { FORWARD_TIMEOUT_MS: "1000", REDELIVERY_WAITS_S: "1" };
      const all = { OUTBOX_DIR: dir, FORWARD_URL: forwarder.url, ...short, ...settings };
      const started = await startSite(all, cwd);
      sites.push(started);
      return started;
    },
    /** Ends a site. What a kill cuts short may come twice. */
    async stop(signal: NodeJS.Signals = "SIGKILL", which = site()): Promise<void> {
      if (signal === "SIGKILL") isKilled = true;
      const status = await which.stop(signal);
      expect(signal === "SIGKILL" || status === 0, `the stop ended with ${status}`);
      await sleep(50); // What it had sent is still on the way.
    },
    async atOnce(count: number): Promise<Sent[]> {
      const all = Promise.all(Array.from({ length: count }, () => post()));
      const answered = await within(all, ANSWER_MS);
      expect(answered !== "late", `${count} visitors were not answered within 9 s`);
      return sent.slice(-count);
    },
    /** Requests that wait in `new/` from before. Their visitors were told that they were sent. */
    async keep(count: number, typed: Partial<Typed> = {}): Promise<void> {
      for (let made = 0; made < count; made++) {
        const stored = makeKept({ ...typeSomething(), ...typed });
        await keep(dir, stored);
        sent.push({ typed: stored.request as Typed, told: "sent" });
      }
    },
    /** How many of the requests have reached the service. */
    arrived: (): number => {
      const times = arrivals();
      return sent.filter(({ typed }) => times.has(keyOf(typed))).length;
    },
    emptied: async (ms = PATIENCE_MS): Promise<void> =>
      expect(
        await until(async () => (await namesIn(dir, "new")).length === 0, ms),
        "the outbox does not empty",
      ),
    /** The slowest answer since this was last asked, in milliseconds. */
    slowest(): number {
      const ms = Math.round(slowestMs);
      slowestMs = 0;
      return ms;
    },
    /** What the last site's log says of trouble with its outbox: one line for each, however many requests meet it. */
    troubles(): string[] {
      const said = site()
        .events()
        .filter(({ event, level }) => event.startsWith("outbox.") && level !== "info")
        .map(({ event, code = "", file = "" }) => `${event} ${code}${file}`.trim());
      const twice = new Set(said.filter((line, index) => said.indexOf(line) < index));
      for (const line of twice) expect(false, `more than one line ${line}`);
      return said;
    },
    /**
     * What became of the requests since it was last asked. One is lost if its visitor was told that it was sent, and it
     * neither reached the service, in a way that the service may have taken it, nor lies in the outbox. A second arrival
     * is a copy; each attempt without an answer and each that a kill cut short is a reason for one.
     *
     * @param given.odd files of the outbox that were put there and are no request
     * @param given.excused copies for which the case itself is a reason
     */
    async judge({ odd = [], excused = 0 }: { odd?: string[]; excused?: number } = {}): Promise<void> {
      const { kept, broken } = await readOutbox(dir);
      for (const name of broken) expect(odd.includes(name), `${name} is no whole request`);
      const log = output().slice(judged);
      const times = arrivals();
      const waiting = new Set(kept.map(keyOf));
      const told = sent.filter((one) => one.told === "sent");
      const keys = new Set(sent.map(({ typed }) => keyOf(typed)));
      const cut = (arrived: number, noted: number) => (isKilled ? Math.max(0, arrived - noted) : 0);
      const unanswered = log.match(/"class":"unknown"/g)?.length ?? 0;
      const noted = lines(log, "delivered|kept|unsent|gone", "forward");
      let lost = told.filter(({ typed }) => !times.has(keyOf(typed)) && !waiting.has(keyOf(typed))).length;
      let copies = [...keys].reduce((sum, key) => sum + Math.max(0, (times.get(key) ?? 0) - 1), 0);
      let unfounded = Math.max(0, copies - unanswered - cut(forwarder.received.length, noted));
      if (mail) {
        const mailed = new Set(mail.received.map(({ mail }) => EMAIL.exec(mail.text ?? "")?.[0]));
        lost += told.filter(({ typed }) => !mailed.has(typed.email) && !waiting.has(keyOf(typed))).length;
        const again = mail.received.length - mailed.size;
        copies += again;
        unfounded += Math.max(0, again - cut(mail.received.length, lines(log, "delivered", "mail")));
      }
      unfounded = Math.max(0, unfounded - excused);
      const strange = [...times.keys()].filter((key) => !keys.has(key)).length;
      expect(lost === 0, `${lost} told sent are lost`);
      expect(unfounded === 0, `${unfounded} copies without a reason`);
      expect(strange === 0, `${strange} arrived that nobody sent so`);
      expect(!log.includes('"event":"site.fault"'), "a fault of the site in its log");
      expect(!EMAIL.test(log), "its log holds what was typed");
      outcome.sent += told.length;
      outcome.lost += lost;
      outcome.copies += copies;
      outcome.unfounded += unfounded;
      judged = output().length;
      isKilled = false;
      sent.length = 0;
      forwarder.reset();
      mail?.received.splice(0);
    },
    async end(): Promise<void> {
      await Promise.all(sites.map((one) => one.stop("SIGKILL")));
      await forwarder.close();
      await (disk ? disk.remove() : rm(dir, { recursive: true, force: true }));
    },
  };
}
