import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { ModeName } from "../../forwarder/forwarder.mjs";
import { startReceiver } from "../../http/operator/receiver";
import { onStage } from "../case";
import { namesIn } from "../outbox";

const SHIM = pathToFileURL("tests/faults/crash-at.mjs").href;
/** How many calls to the disk are tried; a start makes some thirty, a request ten. */
const CALLS = 180;
/** Sites that live beside each other, each with an outbox of its own. */
const SITES = 3;
const VISITORS = 4;
const SERVICE: ModeName[] = ["slow", "slow", "json-web-server"];
const MAIL_SERVER = ["accept", "slow", "defer"] as const;

/**
 * A site that ends before its n-th call to the outbox's disk, and is started again, n growing: while it starts, stores,
 * sends by both channels, notes, retries and sweeps. Visitors post all the while; who gets no answer sends again.
 */
const crash = (first: number) =>
  onStage(
    `crashes before each call to the disk, both channels, ${first} of ${SITES}`,
    async (stage, random) => {
      const { forwarder, mail, expect } = stage;
      const receiver = await startReceiver();
      const settings = {
        ...{ MAIL_AFTER_S: "0", SMTP_URL: mail.url, MAIL_TO: "owner@dig.example" },
        ...{ NOTIFY_URL: receiver.url("/hook"), REPORT_DAY: "none" },
      };
      let isOver = false;
      const visitor = async () => {
        while (!isOver) {
          const one = await stage.post();
          for (; one.told === "nothing"; await stage.resend(one)) await sleep(random.int(0, 80));
          await sleep(random.int(0, 80));
        }
      };
      await stage.start(settings);
      const visitors = Array.from({ length: VISITORS }, visitor);
      await stage.stop();
      for (let call = first; call <= CALLS; call += SITES) {
        forwarder.behave(random.pick(SERVICE), { ms: 150 });
        mail.behave(random.pick(MAIL_SERVER));
        const crash = { CRASH_AT: String(call), NODE_OPTIONS: `--import=${SHIM}` };
        // It may end before it listens.
        const site = await stage.start({ ...settings, ...crash }).catch(() => undefined);
        const status = (await site?.exit) ?? "SIGKILL";
        expect(status === "SIGKILL", `it ended with ${status} before call ${call}`);
        stage.mayCut();
      }
      await stage.start(settings);
      isOver = true;
      await Promise.all(visitors);
      forwarder.behave("json-true");
      mail.behave("accept");
      await stage.emptied(120_000);
      await sleep(300);
      const folders = await Promise.all(["new", "sent", "dead"].map((name) => namesIn(stage.dir, name)));
      const ids = new Set(folders.flat().map((name) => name.replace(".json", "")));
      const messages = receiver.messages();
      const ofNobody = messages.filter(({ data }) => data.id && !ids.has(data.id)).length;
      expect(ofNobody === 0, `${ofNobody} messages about requests that do not exist`);
      expect(messages.length > 0, "nobody was told anything");
      receiver.close();
      return `${stage.sent.length} requests, ${mail.received.length} mails, ${messages.length} messages`;
    },
    { beside: true, limitS: 600, mailed: true },
  );

export const CRASHES = Array.from({ length: SITES }, (_, at) => crash(at + 1));
