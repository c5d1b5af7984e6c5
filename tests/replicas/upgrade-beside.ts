import { startForwarder } from "../forwarder/forwarder.mjs";
import { proxies } from "../proxies";
import { freePort, type Site, startSite } from "../start-site";
import type { Builds } from "../two-builds";
import { noValkey, startValkey } from "../valkey-server";
import { isBuild, judge } from "./upgrade-verdict";
import { startVisits } from "./visits";

/**
 * As compose does it: the new processes start beside the old ones, and the old ones stop once the new ones respond. In
 * front of them Caddy, for which all of them are one name.
 *
 * @param shared two old and two new processes on one Valkey, instead of one and one on one folder
 */
export async function upgradeBeside({ before, after }: Builds, shared: boolean): Promise<boolean> {
  const start = new Map(proxies).get("caddy");
  if (!start || (shared && noValkey)) return true; // It has been said.
  const forwarder = await startForwarder();
  forwarder.behave("slow", { ms: 700 });
  const valkey = shared ? await startValkey() : undefined;
  const PORT = String(await freePort());
  const count = shared ? 2 : 1;
  const hosts = Array.from({ length: 2 * count }, (_, number) => `127.0.0.${11 + number}`);
  const settings = { PORT, FORWARD_URL: forwarder.url, TRUSTED_PROXIES: "1" };
  const run = (build: string, host: string, more: Record<string, string>) =>
    startSite({ ...settings, ...more, HOST: host, ...(valkey ? { VALKEY_URL: valkey.url } : {}) }, build);
  const first = await run(before, hosts[0] as string, {});
  const folder = { OUTBOX_DIR: first.outboxDir };
  let old = [first];
  for (const host of hosts.slice(1, count)) old.push(await run(before, host, folder));
  const proxy = await start(`site:${PORT}`, hosts);
  const visits = startVisits(proxy);
  const all: Site[] = [...old];
  const wrong: string[] = [];
  for (const [turn, build] of [after, before, after].entries()) {
    await visits.pass(3);
    const free = turn % 2 ? hosts.slice(0, count) : hosts.slice(count);
    const young = await Promise.all(free.map((host) => run(build, host, folder)));
    for (const site of old) await site.stop("SIGTERM");
    for (const host of free)
      if (!(await isBuild(Number(PORT), build, host))) wrong.push("the old build is still served");
    all.push(...young);
    old = young;
  }
  await visits.pass(3);
  const what = shared ? "two beside two on Valkey" : "one beside one on one folder";
  const verdict = await judge(`${what}, Caddy, three upgrades`, visits, forwarder, all, wrong);
  for (const site of old) await site.end();
  await proxy.end();
  await valkey?.end();
  await forwarder.close();
  return verdict;
}
