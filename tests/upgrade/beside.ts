import { startForwarder } from "../forwarder/forwarder.mjs";
import { proxies } from "../proxies";
import { freePort, startSite } from "../start-site";
import type { Builds } from "../two-builds";
import { isBuild, judge } from "./verdict";
import { startVisits } from "./visits";

/**
 * As compose does it: the new process starts beside the old one, on the same folder, and the old one stops once the new one
 * responds. In front of them Caddy, for which both are one name.
 */
export async function upgradeBeside({ before, after }: Builds): Promise<boolean> {
  const start = new Map(proxies).get("caddy");
  if (!start) return true; // It has been said.
  const forwarder = await startForwarder();
  forwarder.behave("slow", { ms: 700 });
  const PORT = String(await freePort());
  const hosts = ["127.0.0.11", "127.0.0.12"];
  const settings = { PORT, FORWARD_URL: forwarder.url, TRUSTED_PROXIES: "1" };
  let site = await startSite({ ...settings, HOST: hosts[0] as string }, before);
  const { outboxDir: OUTBOX_DIR } = site;
  const proxy = await start(`site:${PORT}`, hosts);
  const visits = startVisits(proxy);
  const all = [site];
  const wrong: string[] = [];
  for (const [turn, build] of [after, before, after].entries()) {
    await visits.pass(3);
    const HOST = hosts[(turn + 1) % 2] as string;
    const young = await startSite({ ...settings, HOST, OUTBOX_DIR }, build);
    await site.stop("SIGTERM");
    if (!(await isBuild(Number(PORT), build, HOST))) wrong.push("the old build is still served");
    all.push(young);
    site = young;
  }
  await visits.pass(3);
  const what = "one beside one on one folder, Caddy, three upgrades";
  const verdict = await judge(what, visits, forwarder, all, wrong);
  await site.end();
  await proxy.end();
  await forwarder.close();
  return verdict;
}
