import { pathToFileURL } from "node:url";
import { startReceiver } from "../../http/operator/receiver";
import { type Case, onStage } from "../case";
import { add, NOTHING, type Outcome } from "../judge";
import { namesIn } from "../outbox";
import { until } from "../until";

const SHIM = pathToFileURL("tests/faults/crash-at.mjs").href;
/** Each waits for most of its time. */
const AT_ONCE = 6;
const PATIENCE_MS = 30_000;

/**
 * A site that ends before its n-th call to the disk, and is started again. One request waits from before, another comes;
 * both channels refuse each once, and then accept it.
 *
 * @returns a case that has seen "crashed", unless there are fewer calls
 */
const crashAt = (n: number) =>
  onStage(`a crash before call ${n} to the disk`, { mailed: true }, async (stage) => {
    const { forwarder, mail, expect } = stage;
    const receiver = await startReceiver();
    const settings = {
      ...{ MAIL_AFTER_S: "0", SMTP_URL: mail.url, MAIL_TO: "owner@dig.example" },
      ...{ NOTIFY_URL: receiver.url("/hook"), REPORT_DAY: "none" },
    };
    await stage.keep(1);
    forwarder.behave("json-web-server");
    mail.behave("defer");
    stage.mayCut();
    const crash = { CRASH_AT: String(n), NODE_OPTIONS: `--import=${SHIM}` };
    // It may end before it listens.
    const site = await stage.start({ ...settings, ...crash }).catch(() => undefined);
    let isOver = !site;
    void site?.exit.then(() => {
      isOver = true;
    });
    if (site) {
      await stage.post();
      await until(() => isOver || site.events("quote.attempt_failed").length >= 4, PATIENCE_MS);
    }
    forwarder.behave("json-true");
    mail.behave("accept");
    await until(async () => isOver || (await namesIn(stage.dir, "new")).length === 0, PATIENCE_MS);
    // What is written after the last move.
    await until(() => isOver, 300);
    const crashed = isOver;
    if (!crashed) await stage.stop();
    await stage.start(settings);
    await stage.emptied();
    await stage.stop("SIGTERM");
    const sent = new Set((await namesIn(stage.dir, "sent")).map((name) => name.replace(".json", "")));
    const ofNobody = receiver.messages().filter(({ data }) => data.id && !sent.has(data.id));
    expect(ofNobody.length === 0, "a message about a request that does not exist");
    receiver.close();
    return crashed ? "crashed" : "";
  });

/** Many visitors while the service is down; who gets no answer sends again. Then each arrives, once. */
export const KILLS = onStage("killed twice under load", {}, async (stage) => {
  const { forwarder, sent } = stage;
  forwarder.behave("status");
  await stage.start();
  for (const half of [30, 90]) {
    const all = stage.atOnce(60);
    await until(() => sent.filter(({ outcome }) => outcome !== "nothing").length >= half, PATIENCE_MS);
    await stage.stop();
    await all;
    await stage.start();
    for (const one of sent) if (one.outcome === "nothing") await stage.resend(one);
  }
  forwarder.reset();
  await stage.emptied();
  await stage.allArrive(0);
});

/** Every call to the disk as the moment of a crash: of a start, of a new request, of attempts, of moves. */
export const CRASHES: Case = {
  name: "a crash before each call to the disk",
  limitS: 1800,
  lacks: async () => undefined,
  run: async (random) => {
    const all: Outcome = { ...NOTHING, wrong: [] };
    let points = 0;
    for (let n = 1; points === n - 1; n += AT_ONCE) {
      const runs = Array.from({ length: AT_ONCE }, (_, at) => crashAt(n + at).run(random));
      for (const outcome of await Promise.all(runs)) {
        if (outcome.seen) points++;
        add(all, outcome);
      }
    }
    return { ...all, seen: `${points} calls` };
  },
};
