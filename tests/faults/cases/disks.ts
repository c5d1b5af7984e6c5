import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onStage } from "../case";
import { makeSmallDisk, makeVolume } from "../disk";
import { namesIn } from "../outbox";
import { until } from "../until";
import { visit } from "../visitor";

/** What waits on a disk that takes nothing any more is sent all the same, once, and moved away once the disk is mended. */
const startOn = (what: "full" | "read-only") =>
  onStage(`started on a ${what} disk with requests waiting`, { disk: makeSmallDisk }, async (stage) => {
    await stage.start();
    await sleep(1_500);
    await stage.stop();
    await stage.keep(3);
    if (what === "full") stage.disk.fill();
    else await stage.disk.makeReadOnly();
    await stage.start();
    await stage.atOnce(3);
    await stage.allArrive(10_000);
    await sleep(3_000);
    await stage.disk.mend();
    await stage.emptied(10_000);
    await sleep(1_000);
  });

/** The volume is taken away while requests wait on it, and comes back. */
const TAKEN_AWAY = onStage("volume gone while running", { disk: makeVolume }, async (stage) => {
  const { disk, forwarder, expect } = stage;
  const { url, events } = await stage.start();
  const ready = async (status: number, ms: number) =>
    expect(
      await until(async () => (await visit(`${url}/readyz`)).status === status, ms),
      `/readyz does not become ${status}`,
    );
  forwarder.behave("json-web-server");
  await stage.atOnce(3);
  await disk.unmount();
  await stage.refuse(3);
  await ready(503, 8_000);
  forwarder.behave("json-true");
  const before = stage.arrived();
  await stage.atOnce(3);
  expect(stage.arrived() - before >= 3, "not relayed while the volume was gone");
  const beneath = await namesIn(stage.dir, ".");
  expect(beneath.length === 0, `written beneath the mount point: ${beneath.sort().join(" ")}`);
  stage.isUnwritable();
  await disk.mount();
  await ready(200, 15_000);
  await stage.atOnce(2);
  expect(Boolean(events("quote.received").at(-1)?.stored), "after the remount a request is not kept");
  await stage.emptied();
  await sleep(1_000);
});

/** The volume is not there at the start, so the site sees an empty folder: it makes a key, and says so. */
const ABSENT = onStage("volume absent at the start", { disk: makeVolume }, async (stage) => {
  const { disk, forwarder, expect } = stage;
  const created = () => stage.site().events("outbox.created").length;
  const startNew = async () => {
    await stage.start();
    expect(await until(() => created() === 1, 5_000), "a new key is not said");
  };
  await startNew();
  await stage.stop("SIGTERM");
  await stage.start();
  await sleep(1_000);
  expect(created() === 0, "an outbox that was there is said to be new");
  await stage.stop("SIGTERM");
  await disk.unmount();
  await startNew();
  forwarder.behave("json-web-server");
  await stage.atOnce(3);
  // The volume comes, and covers what lies beneath. From then on no visitor sees success for what would lie there.
  await disk.mount();
  forwarder.behave("json-true");
  await stage.atOnce(3);
  await sleep(3_000);
  await stage.stop();
  await disk.unmount();
  // Without the cover they are there again.
  await stage.start();
  await stage.emptied();
});

const LINKED = ["app", "build", "public", "node_modules", "package.json"];
/** Of three seconds in which nobody asks for anything much. */
const BUSY_MS = 1_500;

/** How long a process has used a processor, in milliseconds; the clock of /proc has 100 ticks a second. */
async function busyMs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The outbox is given by a relative path, and it, or the working directory with it, is deleted while the site runs. */
const goneWith = (what: "the outbox" | "the working directory") =>
  onStage(`${what} deleted, relative path`, {}, async (stage) => {
    const { expect, forwarder } = stage;
    const cwd = await mkdtemp(join(tmpdir(), "site-"));
    for (const name of LINKED) await symlink(resolve(name), join(cwd, name));
    await mkdir(join(cwd, "outbox"));
    const { pid } = await stage.start({ OUTBOX_DIR: "outbox" }, cwd);
    await stage.post();
    await rm(what === "the outbox" ? join(cwd, "outbox") : cwd, { recursive: true, maxRetries: 9 });
    const endWatch = stage.watch();
    await stage.atOnce(8);
    await stage.allArrive(0);
    // From now on nobody takes a request, and nothing can keep it, unless the site made its folder again.
    forwarder.behave("json-web-server");
    await stage.atOnce(4);
    const before = await busyMs(pid);
    await sleep(3_000);
    const busy = (await busyMs(pid)) - before;
    expect(busy <= BUSY_MS, `it kept a processor busy for ${busy} of 3,000 ms`);
    await endWatch();
    stage.isUnwritable();
    forwarder.behave("json-true");
    await sleep(3_000);
    await rm(cwd, { recursive: true, force: true });
    return `${busy} ms busy`;
  });

export const DISKS = [
  ...[startOn("full"), startOn("read-only"), TAKEN_AWAY, ABSENT],
  ...[goneWith("the outbox"), goneWith("the working directory")],
];
