import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Case } from "../case";
import { fetchPage, watchPages } from "../pages";
import { onStage } from "../stage";

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
  run: () =>
    onStage(async (stage) => {
      const { expect, forwarder } = stage;
      const cwd = await mkdtemp(join(tmpdir(), "site-"));
      for (const name of LINKED) await symlink(resolve(name), join(cwd, name));
      await mkdir(join(cwd, "outbox"));
      const { url, pid } = await stage.start({ OUTBOX_DIR: "outbox" }, cwd);
      await stage.post();
      await rm(what === "the outbox" ? join(cwd, "outbox") : cwd, { recursive: true, maxRetries: 9 });

      const pages = watchPages(url);
      await stage.atOnce(8);
      expect(stage.arrived() === 9, `${stage.arrived()} of 9 were relayed`);
      // From now on nobody takes a request, and nothing can keep it, unless the site made its folder again.
      forwarder.behave("json-web-server");
      await stage.atOnce(4);
      const before = await busyMs(pid);
      await sleep(3_000);
      const busy = (await busyMs(pid)) - before;
      expect(busy <= BUSY_MS, `it kept a processor busy for ${busy} of 3,000 ms`);
      stage.outcome.wrong.push(...(await pages.stop()).wrong);
      const { status } = await fetchPage(url, "/readyz");
      const said = stage.site().events();
      expect(
        said.some(({ event, level }) => event.startsWith("outbox.") && level !== "info"),
        "no log line about it",
      );
      forwarder.behave("json-true");
      await sleep(3_000);
      await rm(cwd, { recursive: true, force: true });
      return `/readyz ${status}, ${busy} ms busy`;
    }),
});

export const FOLDER_GONE = [goneWith("the outbox"), goneWith("the working directory")];
