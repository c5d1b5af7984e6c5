import { setTimeout as sleep } from "node:timers/promises";
import type { ModeName } from "../../forwarder/forwarder.mjs";
import type { Random } from "../../hostile/random";
import { startReceiver } from "../../http/operator/receiver";
import { startMailServer } from "../../mail-server";
import { addUp, type Case, type Outcome } from "../case";
import { namesIn } from "../outbox";
import { onStage } from "../stage";

const MAIL_MODES = ["accept", "slow", "defer"] as const;

type Plan = {
  kills: number;
  visitors: number;
  /** The longest life of a process, in milliseconds. */
  longestMs: number;
  /** How the service answers, one or another in each life; 150 ms later if slow. */
  service: ModeName[];
  /** With MAIL_AFTER_S=0 and NOTIFY_URL. */
  both?: true;
};

/** A site that is killed again and again at random moments, while visitors post. Who gets no answer sends again. */
async function live(random: Random, { kills, visitors, longestMs, service, both }: Plan): Promise<Outcome> {
  const mail = both && (await startMailServer());
  const receiver = await startReceiver();
  const settings: Record<string, string> = mail
    ? {
        ...{ MAIL_AFTER_S: "0", SMTP_URL: mail.url, MAIL_TO: "owner@dig.example" },
        ...{ NOTIFY_URL: receiver.url("/hook"), REPORT_DAY: "none" },
      }
    : {};
  const outcome = await onStage(
    async (stage) => {
      const { forwarder, expect } = stage;
      let over = false;
      const visitor = async () => {
        while (!over) {
          const one = await stage.post();
          for (; one.told === "nothing"; await stage.resend(one)) await sleep(random.int(0, 80));
          await sleep(random.int(0, 80));
        }
      };
      await stage.start(settings);
      const crowd = Array.from({ length: visitors }, visitor);
      for (let n = 0; n < kills; n++) {
        forwarder.behave(random.pick(service), { ms: 150 });
        mail?.behave(random.pick(MAIL_MODES));
        await sleep(random.int(50, longestMs));
        await stage.stop();
        await stage.start(settings);
      }
      over = true;
      await Promise.all(crowd);
      forwarder.behave("json-true");
      mail?.behave("accept");
      await stage.emptied(120_000);
      await sleep(300);
      const requests = stage.sent.length;
      const early = stage.sent.filter(({ told }) => told === "sent").length;
      expect(stage.arrived() === requests, `${stage.arrived()} of ${requests} arrived`);
      if (service.includes("status")) expect(early === 0, `${early} told sent while the service is down`);
      if (!both) return `${requests} requests`;

      const folders = await Promise.all(["new", "sent", "dead"].map((name) => namesIn(stage.dir, name)));
      const ids = new Set(folders.flat().map((name) => name.replace(".json", "")));
      const messages = receiver.messages();
      const ofNobody = messages.filter(({ data }) => data.id && !ids.has(data.id)).length;
      expect(ofNobody === 0, `${ofNobody} messages about requests that do not exist`);
      expect(messages.length > 0, "nobody was told anything");
      return `${requests} requests, ${mail?.received.length} mails, ${messages.length} messages`;
    },
    { mail },
  );
  receiver.close();
  await mail?.close();
  return outcome;
}

/** @param sites that live beside each other, each with an outbox of its own */
const makeCase = (name: string, sites: number, plan: Plan): Case => ({
  name,
  limitS: 600,
  run: async (random) => {
    const lives = await Promise.all(Array.from({ length: sites }, () => live(random, plan)));
    return addUp(lives, lives.map(({ seen }) => seen).join("; "));
  },
});

const SHAKY: ModeName[] = ["slow", "slow", "json-web-server"];
const OFTEN = { kills: 100, visitors: 4, longestMs: 300, service: SHAKY };

export const KILLS = [
  makeCase("storm", 1, { kills: 2, visitors: 8, longestMs: 4_000, service: ["status"] }),
  makeCase("random kills", 1, { kills: 20, visitors: 10, longestMs: 2_000, service: SHAKY }),
  makeCase("300 random kills, both channels", 3, { ...OFTEN, both: true }),
];
