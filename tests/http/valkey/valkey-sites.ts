import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { freePort, type Site, startSite } from "../../start-site";
import { startValkey, type ValkeyServer } from "../../valkey-server";
import { ask } from "../post";

/**
 * A forwarder for the tests of one block and, for each of them, an empty Valkey and the sites it starts on that; after
 * it they end.
 *
 * @param settings of each site
 * @param valkeySettings of each Valkey
 */
export function valkeySites(settings: Record<string, string> = {}, ...valkeySettings: string[]) {
  const sites: Site[] = [];
  const metricsPorts = new Map<Site, number>();

  const on = {
    forwarder: undefined as unknown as Forwarder,
    valkey: undefined as unknown as ValkeyServer,
    /** A folder without requests. */
    empty: "",
    /** A connection of the operator's own. */
    operator: undefined as unknown as Redis,
    /** Takes a Valkey with other settings. */
    async startValkey(...other: string[]) {
      on.valkey = await startValkey(...other);
      on.operator = new Redis(on.valkey.url).on("error", () => {});
    },
    async endValkey() {
      on.operator.disconnect();
      await on.valkey.end();
    },
    /** Starts a site, with a folder of its own; returns once it knows Valkey. */
    async start(more: Record<string, string> = {}): Promise<Site> {
      const metricsPort = await freePort();
      const given = { FORWARD_URL: on.forwarder.url, VALKEY_URL: on.valkey.url, ...settings, ...more };
      const site = await startSite({ METRICS_PORT: String(metricsPort), ...given });
      sites.push(site);
      metricsPorts.set(site, metricsPort);
      await vi.waitFor(() => expect(site.events("valkey.up")).not.toEqual([]));
      return site;
    },
    /** What docs/operating.md tells the operator to run: what it prints, or its complaint and status. */
    async command(...args: string[]): Promise<{ code: number; said: string }> {
      const env: NodeJS.ProcessEnv = { NODE_ENV: "production", PATH: process.env.PATH };
      return promisify(execFile)("node", ["build/outbox.js", ...args], {
        env: { ...env, VALKEY_URL: on.valkey.url, OUTBOX_DIR: on.empty },
      }).then(
        ({ stdout }) => ({ code: 0, said: stdout }),
        ({ code, stderr }) => ({ code, said: stderr }),
      );
    },
    /** The lines of a command that succeeds. */
    async lines(...args: string[]): Promise<string[]> {
      const { code, said } = await on.command(...args);
      expect(code, said).toBe(0);
      return said.trim().split("\n");
    },
    async ready(site: Site) {
      const { status, text } = await ask(site.url, "/readyz");
      const metrics = (await ask(`http://127.0.0.1:${metricsPorts.get(site)}`, "/metrics")).text;
      const counts = [...metrics.matchAll(/^outbox_requests\{state="(\w+)"\} (\d+)$/gm)];
      const numbers = Object.fromEntries(counts.map(([, state, count]) => [state, Number(count)]));
      const last = site.events().findLast(({ event }) => ["valkey.up", "valkey.away"].includes(event));
      return { status, ...JSON.parse(text), ...numbers, valkey: last?.event.split(".")[1] };
    },
    /** Waits until nothing waits there. */
    emptied: (site: Site) =>
      vi.waitFor(async () => expect(await on.ready(site)).toMatchObject({ waiting: 0, valkey: "up" })),
    /** Waits until so many requests have arrived. */
    arrived: (count: number) => vi.waitFor(() => expect(on.forwarder.received).toHaveLength(count)),
  };

  beforeAll(async () => {
    on.forwarder = await startForwarder();
    on.empty = await mkdtemp(join(tmpdir(), "outbox-"));
  });
  beforeEach(async () => {
    on.forwarder.reset();
    await on.startValkey(...valkeySettings);
  });
  afterEach(async () => {
    await Promise.all(sites.splice(0).map((site) => site.end()));
    await on.endValkey();
  });
  afterAll(async () => {
    await on.forwarder.close();
    await rm(on.empty, { recursive: true });
  });
  return on;
}
