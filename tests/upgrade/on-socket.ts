import { rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { startForwarder } from "../forwarder/forwarder.mjs";
import { startOnKeptSocket } from "../kept-socket";
import { proxies } from "../proxies";
import type { Builds } from "../two-builds";
import { isBuild, judge } from "./verdict";
import { startVisits } from "./visits";

/** One process on a socket that is kept, behind nginx: the folder is replaced, the process restarted. */
export async function upgradeOnSocket({ folder, before, after }: Builds): Promise<boolean> {
  const start = new Map(proxies).get("nginx");
  if (!start) return true; // It has been said.
  const forwarder = await startForwarder();
  // Long enough that something is in flight at every stop.
  forwarder.behave("slow", { ms: 700 });
  const current = join(folder, "current");
  const lead = async (to: string) => {
    await symlink(to, `${current}.new`);
    await rename(`${current}.new`, current);
  };
  await lead(before);
  const site = await startOnKeptSocket({ FORWARD_URL: forwarder.url, TRUSTED_PROXIES: "1" }, current);
  const proxy = await start(`127.0.0.1:${site.port}`);
  const visits = startVisits(proxy);
  const wrong: string[] = [];
  for (const build of [after, before, after]) {
    await visits.pass(3);
    await lead(build);
    await site.restart();
    if (!(await isBuild(site.port, build))) wrong.push("the old build is still served");
  }
  await visits.pass(3);
  const verdict = await judge("a kept socket, nginx, three upgrades", visits, forwarder, [site], wrong);
  await site.end();
  await proxy.end();
  await forwarder.close();
  return verdict;
}
