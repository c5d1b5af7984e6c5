import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startForwarder } from "../../forwarder/forwarder.mjs";
import type { Random } from "../../hostile/random";
import { startReceiver } from "../../http/operator/receiver";
import { startMailServer } from "../../mail-server";
import type { Case } from "../case";
import { type Sent, startPatientSite } from "../cell";
import { count } from "../crowd";
import { readOutbox } from "../outbox";
import { until } from "../until";
import { send, typeSomething } from "../visitor";

const SLOW_MS = 150;
const PATIENCE_MS = 60_000;

type Plan = {
  kills: number;
  visitors: number;
  /** The longest life of a process, in milliseconds. */
  longestMs: number;
  /** With MAIL_AFTER_S=0 and NOTIFY_URL. */
  both?: true;
};

/** A site that is killed again and again at random moments, while visitors post. Who gets no answer sends again. */
async function live(random: Random, { kills, visitors, longestMs, both }: Plan) {
  const wrong: string[] = [];
  const outboxDir = await mkdtemp(join(tmpdir(), "outbox-kills-"));
  const forwarder = await startForwarder();
  const mail = await startMailServer();
  const receiver = await startReceiver();
  const settings: Record<string, string> = both
    ? {
        ...{ MAIL_AFTER_S: "0", SMTP_URL: mail.url, MAIL_TO: "owner@dig.example" },
        ...{ NOTIFY_URL: receiver.url("/hook"), REPORT_DAY: "none" },
      }
    : {};
  const startSite = () => startPatientSite(outboxDir, forwarder.url, settings);
  let site = await startSite();
  let log = "";
  const sent: Sent[] = [];
  let over = false;
  const visitor = async () => {
    while (!over) {
      const one: Sent = { typed: typeSomething(), told: "nothing" };
      sent.push(one);
      while (one.told === "nothing") {
        one.told = await send(site.port, one.typed);
        await sleep(random.int(0, 80));
      }
    }
  };
  const crowd = Array.from({ length: visitors }, visitor);
  for (let n = 0; n < kills; n++) {
    forwarder.behave(random.pick(["slow", "slow", "json-web-server"] as const), { ms: SLOW_MS });
    mail.behave(random.pick(["accept", "slow", "defer"] as const));
    await sleep(random.int(50, longestMs));
    await site.stop("SIGKILL");
    await sleep(50); // What it had sent is still on the way.
    log += site.output();
    site = await startSite();
  }
  over = true;
  await Promise.all(crowd);
  forwarder.behave("json-true");
  mail.behave("accept");
  const emptied = await until(async () => (await readOutbox(outboxDir)).kept.length === 0, PATIENCE_MS);
  if (!emptied) wrong.push("the outbox does not empty");
  await sleep(300);
  const { kept } = await readOutbox(outboxDir);
  await site.stop("SIGKILL");
  log += site.output();

  /** Lines of a channel whose attempt has one of these ends. */
  const lines = (events: string, channel: string) =>
    log.match(new RegExp(`"event":"quote\\.(${events})".*"channel":"${channel}"`, "g"))?.length ?? 0;
  const forwarded = count(sent, forwarder.received, kept);
  // Attempts that reached it without the site having lived to note it, or whose answer it could not read.
  const open = Math.max(0, forwarder.received.length - lines("delivered|kept|unsent", "forward"));
  const unknown = log.match(/"class":"unknown"/g)?.length ?? 0;
  const reasons = { forward: open + unknown, mail: mail.received.length - lines("delivered", "mail") };
  const mails = new Map<string, number>();
  for (const { mail: one } of mail.received) {
    const email = /^Email: (\S+)$/m.exec(one.text ?? "")?.[1] ?? "";
    mails.set(email, (mails.get(email) ?? 0) + 1);
  }
  const isThere = ({ typed }: Sent) =>
    mails.has(typed.email) || kept.some(({ email }) => email === typed.email);
  const unmailed = both ? sent.filter((one) => one.told === "sent" && !isThere(one)).length : 0;
  const lost = forwarded.lost + unmailed;
  const mailCopies = mail.received.length - mails.size;
  if (lost > 0) wrong.push(`${forwarded.lost} told sent are lost by the forwarder, ${unmailed} by mail`);
  if (forwarded.strange > 0) wrong.push(`${forwarded.strange} arrived that nobody sent so`);
  const copies =
    Math.max(0, forwarded.copies - reasons.forward) + Math.max(0, mailCopies - Math.max(0, reasons.mail));
  if (copies > 0) wrong.push(`${copies} arrived twice without a reason`);

  const folders = await Promise.all(
    ["new", "sent", "dead"].map((name) => readdir(join(outboxDir, name)).catch(() => [])),
  );
  const ids = new Set(folders.flat().map((name) => name.replace(".json", "")));
  const messages = receiver.messages();
  const ofNobody = messages.filter(({ data }) => data.id && !ids.has(data.id)).length;
  if (ofNobody > 0) wrong.push(`${ofNobody} messages about requests that do not exist`);
  if (both && messages.length === 0) wrong.push("nobody was told anything");

  receiver.close();
  await mail.close();
  await forwarder.close();
  await rm(outboxDir, { recursive: true, force: true });
  const told = { messages: messages.length, mails: mail.received.length, mailCopies, reasons };
  return {
    ...told,
    requests: sent.length,
    sent: forwarded.sent,
    lost,
    copies,
    forwardCopies: forwarded.copies,
    wrong,
  };
}

/** @param sites that live beside each other, each with an outbox of its own */
const makeCase = (name: string, sites: number, plan: Plan): Case => ({
  name,
  limitS: 600,
  run: async (random) => {
    const lives = await Promise.all(Array.from({ length: sites }, () => live(random, plan)));
    const sum = (of: (one: (typeof lives)[0]) => number) => lives.reduce((total, one) => total + of(one), 0);
    const seen = [
      `${sum((one) => one.requests)} requests, ${sum((one) => one.reasons.forward)} attempts cut short, ${sum((one) => one.forwardCopies)} copies of those`,
      plan.both &&
        `${sum((one) => one.mails)} mails, ${sum((one) => one.reasons.mail)} cut short, ${sum((one) => one.mailCopies)} copies of those, ${sum((one) => one.messages)} messages`,
    ];
    return {
      attempts: sites * plan.kills,
      sent: sum((one) => one.sent),
      lost: sum((one) => one.lost),
      copies: sum((one) => one.copies),
      seen: seen.filter(Boolean).join("; "),
      wrong: lives.flatMap((one) => one.wrong),
    };
  },
});

export const KILLS = [
  makeCase("random kills", 1, { kills: 20, visitors: 10, longestMs: 2_000 }),
  makeCase("300 random kills, both channels", 3, { kills: 100, visitors: 4, longestMs: 300, both: true }),
];
