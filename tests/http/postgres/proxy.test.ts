import { spawn, spawnSync } from "node:child_process";
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { noPostgres } from "../../postgres";
import { freePort, startSite } from "../../start-site";
import { forwarder, newRequest, post, taken } from "../services";
import { freshPostgres, postgres, soon, start, statuses } from "./sites";

/** PgBouncer in transaction mode: no session settings and no prepared statements outlive a transaction. */
async function throughBouncer(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), "pgbouncer-"));
  const port = await freePort();
  const config = join(home, "pgbouncer.ini");
  await writeFile(
    config,
    `[databases]\npostgres = host=127.0.0.1 port=${postgres.port} user=site\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any\npool_mode = transaction\n`,
  );
  await chmod(home, 0o755);
  const asUser = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const bouncer = spawn("pgbouncer", [...asUser, config], { stdio: "ignore" });
  onTestFinished(() => void bouncer.kill("SIGKILL"));
  return `postgres://site@127.0.0.1:${port}/postgres`;
}

async function serializable(): Promise<string> {
  const set = "ALTER DATABASE postgres SET default_transaction_isolation";
  await postgres.sql(`${set} = 'serializable'`);
  onTestFinished(async () => void (await postgres.sql(`${set} = 'read committed'`)));
  return postgres.url;
}

describe.skipIf(noPostgres)("two sites", () => {
  freshPostgres();
  const hasBouncer = spawnSync("which", ["pgbouncer"]).status === 0;
  const ways = [
    ["behind PgBouncer in transaction mode", throughBouncer, hasBouncer],
    ["where transactions are SERIALIZABLE", serializable, true],
  ] as const;
  for (const [way, reach, isHere] of ways)
    it.skipIf(!isHere)(`${way}: all that is sent at once to both is saved and arrives once`, async () => {
      const DATABASE_URL = await reach();
      const one = await start({ DATABASE_URL });
      // Until the proxy listens.
      await soon(async () => expect((await fetch(`${one.url}/readyz`)).status).toBe(200));
      const other = await start({ DATABASE_URL });
      forwarder.behave("status", { status: 500 });
      expect((await post(other)).status).toBe(503);
      forwarder.reset();
      const requests = Array.from({ length: 20 }, () => newRequest());
      const responses = await Promise.all(
        requests.flatMap((request) => [one, other].map((site) => post(site, request))),
      );
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([303]));
      await soon(async () => expect(await statuses()).toBe("sent|21"));
      expect(taken()).toHaveLength(21);
    });
});

it.each([
  ["", false],
  ["postgres://site@127.0.0.1:1/none", true],
])("with DATABASE_URL=%s a module of pg is loaded: %s", async (DATABASE_URL, isLoaded) => {
  const spy = join(await mkdtemp(join(tmpdir(), "loaded-")), "spy.cjs");
  await writeFile(
    spy,
    `const M = require("node:module"); const load = M._load; M._load = (name, ...rest) => { if (/^pg(-|$|\\/)/.test(name)) console.error("LOADED " + name); return load(name, ...rest); };`,
  );
  const site = await startSite({
    DATABASE_URL,
    FORWARD_URL: forwarder?.url ?? "",
    NODE_OPTIONS: `--require=${spy}`,
  });
  await fetch(`${site.url}/readyz`);
  expect(site.output().includes("LOADED pg")).toBe(isLoaded);
  await site.end();
});
