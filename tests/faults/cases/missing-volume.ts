import { setTimeout as sleep } from "node:timers/promises";
import type { Site } from "../../start-site";
import type { Case } from "../case";
import { type Disk, makeVolume, noVolumes } from "../disk";
import { namesIn } from "../outbox";
import { fetchPage } from "../pages";
import { onStage, type Stage } from "../stage";
import { until } from "../until";

const onVolume = (name: string, act: (stage: Stage, volume: Disk) => Promise<string>): Case => ({
  name,
  lacks: noVolumes,
  run: async () => {
    const disk = await makeVolume();
    return onStage((stage) => act(stage, disk), { disk });
  },
});

/** The volume is taken away while requests wait on it, and comes back. */
const TAKEN_AWAY = onVolume("volume gone while running", async (stage, volume) => {
  const { forwarder, expect } = stage;
  const { url, events } = await stage.start();
  const ready = async (status: number, ms: number) =>
    expect(
      await until(async () => (await fetchPage(url, "/readyz")).status === status, ms),
      `/readyz does not become ${status}`,
    );
  forwarder.behave("json-web-server");
  await stage.atOnce(3);
  await volume.unmount();
  const early = (await stage.atOnce(3)).filter(({ told }) => told === "sent").length;
  expect(early === 0, `${early} were told sent while nothing could keep their request`);
  await ready(503, 8_000);
  forwarder.behave("json-true");
  const before = stage.arrived();
  await stage.atOnce(3);
  expect(stage.arrived() - before >= 3, "not relayed while the volume was gone");
  const beneath = await namesIn(volume.dir, ".");
  expect(beneath.length === 0, `written beneath the mount point: ${beneath.sort().join(" ")}`);
  const lines = events().filter(({ event }) => /^outbox\.(unwritable|gone|missing)/.test(event)).length;
  expect(lines > 0, "no log line about it");

  await volume.mount();
  await ready(200, 15_000);
  await stage.atOnce(2);
  const [last] = events("quote.received").slice(-1);
  expect(Boolean(last?.stored), "after the remount a request is not kept");
  await stage.emptied();
  await sleep(1_000);
  return `${lines} log lines`;
});

/** The volume is not there at the start, so the site sees an empty folder: it makes a key, and says so. */
const ABSENT = onVolume("volume absent at the start", async (stage, volume) => {
  const { forwarder, expect } = stage;
  const told = (site: Site) => site.events("outbox.created").filter(({ level }) => level === "warn").length;
  const saysNewKey = async (site: Site) =>
    expect(await until(() => told(site) === 1, 5_000), "a new key is not said");
  await saysNewKey(await stage.start());
  await stage.stop("SIGTERM");
  const again = await stage.start();
  await sleep(1_000);
  expect(told(again) === 0, "an outbox that was there is said to be new");
  await stage.stop("SIGTERM");
  await volume.unmount();
  await saysNewKey(await stage.start());
  forwarder.behave("json-web-server");
  await stage.atOnce(3);
  const beneath = await namesIn(volume.dir, "new");
  // The volume comes, and covers what lies beneath. Nobody is told "sent" any more for what would lie there.
  await volume.mount();
  forwarder.behave("json-true");
  await stage.atOnce(3);
  await sleep(3_000);
  await stage.stop();
  await volume.unmount();
  // Without the cover they are there again.
  await stage.start();
  await stage.emptied();
  return `${beneath.length} beneath the mount point`;
});

export const MISSING_VOLUME = [TAKEN_AWAY, ABSENT];
