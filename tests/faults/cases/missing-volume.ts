import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { startForwarder } from "../../forwarder/forwarder.mjs";
import type { Case } from "../case";
import { startPatientSite } from "../cell";
import { count, makeCrowd } from "../crowd";
import { readOutbox } from "../outbox";
import { fetchPage } from "../pages";
import { until } from "../until";
import { makeVolume, noVolumes } from "../volume";

const PATIENCE_MS = 30_000;

/** The volume is taken away while requests wait on it, and comes back. */
const TAKEN_AWAY: Case = {
  name: "volume gone while running",
  lacks: noVolumes,
  run: async () => {
    const wrong: string[] = [];
    const volume = await makeVolume();
    const forwarder = await startForwarder();
    const site = await startPatientSite(volume.dir, forwarder.url);
    const crowd = makeCrowd(() => site.port);
    forwarder.behave("json-web-server");
    await crowd.atOnce(3);
    await volume.unmount();
    const before = crowd.sent.length;
    await crowd.atOnce(3);
    const early = crowd.sent.slice(before).filter(({ told }) => told === "sent").length;
    if (early > 0) wrong.push(`${early} were told sent while nothing could keep their request`);
    const { status } = await until(
      async () => (await fetchPage(site.url, "/readyz")).status === 503,
      8_000,
    ).then(() => fetchPage(site.url, "/readyz"));
    if (status !== 503) wrong.push(`/readyz: ${status} without the volume`);
    forwarder.behave("json-true");
    await crowd.atOnce(3);
    const relayed = count(crowd.sent, forwarder.received, []).arrived;
    if (relayed < 3) wrong.push("not relayed while the volume was gone");
    const beneath = await readdir(volume.dir);
    if (beneath.length > 0) wrong.push(`written beneath the mount point: ${beneath.sort().join(" ")}`);
    const lines = site
      .events()
      .filter(({ event }) => /^outbox\.(unwritable|gone|missing)/.test(event)).length;
    if (lines === 0) wrong.push("no log line about it");

    await volume.mount();
    const back = await until(async () => (await fetchPage(site.url, "/readyz")).status === 200, 15_000);
    if (!back) wrong.push("/readyz is not 200 after the remount");
    await crowd.atOnce(2);
    const [last] = site.events("quote.received").slice(-1);
    if (!last?.stored) wrong.push("after the remount a request is not kept");
    const emptied = await until(async () => (await readOutbox(volume.dir)).kept.length === 0, PATIENCE_MS);
    if (!emptied) wrong.push("what waited on the volume is not sent after the remount");
    await sleep(1_000);
    const { sent, lost, copies } = count(crowd.sent, forwarder.received, (await readOutbox(volume.dir)).kept);
    if (lost > 0) wrong.push("requests told sent are lost");
    if (copies > 0) wrong.push(`${copies} arrived twice`);
    await site.stop("SIGKILL");
    await forwarder.close();
    await volume.remove();
    return { attempts: 1, sent, lost, copies, seen: `${lines} log lines`, wrong };
  },
};

/** The volume is not there at the start, so the site sees an empty folder: it makes a key, and says so. */
const ABSENT: Case = {
  name: "volume absent at the start",
  lacks: noVolumes,
  run: async () => {
    const wrong: string[] = [];
    const volume = await makeVolume();
    const forwarder = await startForwarder();
    const first = await startPatientSite(volume.dir, forwarder.url);
    const told = (site: typeof first) =>
      site.events("outbox.created").filter(({ level }) => level === "warn").length;
    if (!(await until(() => told(first) === 1, 5_000)))
      wrong.push("a new key is not said at the first start");
    await first.stop();
    const again = await startPatientSite(volume.dir, forwarder.url);
    await sleep(1_000);
    if (told(again) > 0) wrong.push("an outbox that was there is said to be new");
    await again.stop();
    await volume.unmount();
    const site = await startPatientSite(volume.dir, forwarder.url);
    const crowd = makeCrowd(() => site.port);
    if (!(await until(() => told(site) === 1, 5_000))) wrong.push("a new key is not said without the volume");
    forwarder.behave("json-web-server");
    await crowd.atOnce(3);
    const { kept } = await readOutbox(volume.dir);
    // The volume comes, and covers what lies beneath. Nobody is told "sent" any more for what would lie there.
    await volume.mount();
    forwarder.behave("json-true");
    await crowd.atOnce(3);
    await sleep(3_000);
    const { sent, lost, copies } = count(crowd.sent, forwarder.received, kept);
    if (lost > 0) wrong.push("requests told sent are lost");
    await site.stop("SIGKILL");
    await volume.unmount();
    // Without the cover they are there again.
    const later = await startPatientSite(volume.dir, forwarder.url);
    if (!(await until(async () => (await readOutbox(volume.dir)).kept.length === 0, PATIENCE_MS)))
      wrong.push("what lay beneath is not sent by a start that sees it");
    await later.stop("SIGKILL");
    const end = count(crowd.sent, forwarder.received, []);
    await forwarder.close();
    await volume.remove();
    if (end.lost > 0) wrong.push("requests told sent are lost at the end");
    return {
      attempts: 1,
      sent,
      lost: end.lost,
      copies,
      seen: `${kept.length} beneath the mount point`,
      wrong,
    };
  },
};

export const MISSING_VOLUME = [TAKEN_AWAY, ABSENT];
