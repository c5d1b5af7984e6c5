import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, startSite } from "./start-site";

/**
 * Starts the site on a socket that another process keeps, as systemd does.
 *
 * @param cwd the project's folder, or a link to it that may lead elsewhere after a restart
 */
export async function startOnKeptSocket(settings: Record<string, string> = {}, cwd = process.cwd()) {
  const PORT = String(await freePort());
  const keeper = [process.execPath, resolve("tests/socket-keeper.mjs"), PORT, cwd];
  const site = await startSite({ ...settings, PORT }, undefined, keeper);
  const pid = () => Number([...site.output().matchAll(/^started (\d+)$/gm)].at(-1)?.[1]);
  const starts = () => site.output().split("[remix-serve] http").length;
  // A test run that is cut short leaves no server behind.
  process.once("exit", () => kill(pid()));
  return {
    ...site,
    /** As `systemctl restart` does. */
    restart: async () => {
      const before = starts();
      process.kill(pid(), "SIGTERM");
      while (starts() === before) await sleep(10);
    },
    /** Stops it and forgets its outbox. */
    end: async () => {
      await site.stop("SIGKILL");
      kill(pid());
      await site.end();
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}
