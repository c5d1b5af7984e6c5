import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { proxies } from "../../proxies";
import { freePort } from "../../start-site";
import { makeTwoBuilds } from "../../two-builds";
import { onStage } from "../case";
import { visit } from "../visitor";

const PAGES = ["/", "/about", "/services", "/contact", "/quote"];
const HOSTS = ["127.0.0.11", "127.0.0.12"];
const startCaddy = new Map(proxies).get("caddy");

/** Whether a site's pages ask for this build's files. */
async function isBuild(url: string, project: string): Promise<boolean> {
  const page = await visit(`${url}/services`);
  const names = await readdir(join(project, "public", "build"), { recursive: true });
  return names.some((name) => /manifest-\w+\.js$/.test(name) && page.text.includes(name));
}

/**
 * As docs/operating.md says, with processes for containers: the new build starts beside the old one, on the same folder,
 * and the old one stops once the new one responds; then back, and once more. In front of them Caddy with deploy/Caddyfile,
 * for which both are one name, and fifty pages and a quote a second through it.
 */
export const UPGRADE = onStage(
  "upgrade: three under load behind Caddy",
  { limitS: 300, lacks: async () => (startCaddy ? undefined : "Caddy is not installed") },
  async (stage) => {
    if (!startCaddy) throw new Error("there is no Caddy");
    const builds = await makeTwoBuilds();
    stage.forwarder.behave("slow", { ms: 700 });
    const PORT = String(await freePort());
    const start = (turn: number, build: string) => {
      const HOST = HOSTS[turn % 2] as string;
      return stage.start({ HOST, PORT, FORWARD_TIMEOUT_MS: "10000", TRUSTED_PROXIES: "1" }, build);
    };
    let site = await start(0, builds.before);
    const proxy = await startCaddy(`site:${PORT}`, HOSTS);
    const ca = readFileSync(proxy.cert);
    const pages: ReturnType<typeof visit>[] = [];
    const quotes: ReturnType<typeof stage.post>[] = [];
    const timers = [
      setInterval(() => pages.push(visit(proxy.url + PAGES[pages.length % PAGES.length], { ca })), 20),
      setInterval(() => quotes.push(stage.post({ ca }, proxy.url)), 1_000),
    ];
    for (const [turn, build] of [builds.after, builds.before, builds.after].entries()) {
      await sleep(3_000);
      const young = await start(turn + 1, build);
      await stage.stop("SIGTERM", site);
      stage.expect(await isBuild(young.url, build), "the old build is still served");
      site = young;
    }
    await sleep(3_000);
    for (const timer of timers) clearInterval(timer);
    const seen = await Promise.all(pages);
    const refused = seen.filter(({ status, text }) => status !== 200 || !text.endsWith("</html>"));
    stage.expect(
      refused.length === 0,
      `${refused.length} pages refused, with ${refused.map(({ status }) => status)}`,
    );
    const unsent = (await Promise.all(quotes)).filter(({ outcome }) => outcome !== "sent").length;
    stage.expect(unsent === 0, `${unsent} quotes refused`);
    await stage.allArrive(30_000);
    await proxy.end();
    await builds.remove();
    const slowest = Math.max(...seen.map(({ ms }) => ms));
    return `${pages.length} pages, the slowest ${slowest} ms; ${quotes.length} quotes`;
  },
);
