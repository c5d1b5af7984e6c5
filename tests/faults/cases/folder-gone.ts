import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startForwarder } from "../../forwarder/forwarder.mjs";
import type { Case } from "../case";
import { startPatientSite } from "../cell";
import { count, makeCrowd } from "../crowd";
import { fetchPage, watchPages } from "../pages";
import { within } from "../until";

const LINKED = ["app", "build", "public", "node_modules", "package.json"];
/** Of three seconds in which nobody asks for anything much. */
const BUSY_MS = 1_500;

/** How long a process has used a processor, in milliseconds; the clock of /proc has 100 ticks a second. */
async function busyMs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The outbox is given by a relative path, and it, or the working directory with it, is deleted while the site runs. */
const goneWith = (what: "the outbox" | "the working directory"): Case => ({
  name: `${what} deleted, relative path`,
  run: async () => {
    const wrong: string[] = [];
    const cwd = await mkdtemp(join(tmpdir(), "site-"));
    for (const name of LINKED) await symlink(resolve(name), join(cwd, name));
    await mkdir(join(cwd, "outbox"));
    const forwarder = await startForwarder();
    const site = await startPatientSite("outbox", forwarder.url, {}, cwd);
    const crowd = makeCrowd(() => site.port);
    await crowd.post();
    await rm(what === "the outbox" ? join(cwd, "outbox") : cwd, { recursive: true });

    const pages = watchPages(site.url);
    if ((await within(crowd.atOnce(8), 9_000)) === "late")
      wrong.push("visitors were not answered within 9 s");
    const well = count(crowd.sent, forwarder.received, []);
    if (well.arrived < crowd.sent.length) wrong.push(`${well.arrived} of ${crowd.sent.length} were relayed`);
    // From now on nobody takes a request, and nothing can keep it, unless the site made its folder again.
    forwarder.behave("json-web-server");
    const late = await within(crowd.atOnce(4), 9_000);
    if (late === "late") wrong.push("visitors were not answered within 9 s");
    const before = await busyMs(site.pid);
    await sleep(3_000);
    const busy = (await busyMs(site.pid)) - before;
    if (busy > BUSY_MS) wrong.push(`it kept a processor busy for ${busy} of 3,000 ms`);
    wrong.push(...(await pages.stop()).wrong);
    const { status } = await fetchPage(site.url, "/readyz");
    const isKept = status === 200;
    if (!site.events().some(({ event, level }) => event.startsWith("outbox.") && level !== "info"))
      wrong.push("no log line about it");
    forwarder.behave("json-true");
    await sleep(3_000);
    const { sent, lost, copies } = count(crowd.sent, forwarder.received, []);
    if (lost > 0) wrong.push(`${lost} told sent did not arrive`);
    if (copies > 0) wrong.push(`${copies} arrived twice`);
    await site.stop("SIGKILL");
    await forwarder.close();
    await rm(cwd, { recursive: true, force: true });
    const seen = `/readyz ${status}: ${isKept ? "made again" : "unwritable"}, ${busy} ms busy`;
    return { attempts: 1, sent, lost, copies, seen, wrong };
  },
});

export const FOLDER_GONE = [goneWith("the outbox"), goneWith("the working directory")];
