import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connect, LONG_MS, Unavailable } from "~/quote/outbox/postgres/connection.server";
import { openPostgresOutbox } from "~/quote/outbox/postgres/store.server";
import { makeSmallDisk, noSmallDisks } from "../../faults/disk";
import { noPostgres } from "../../postgres";
import { freePort } from "../../start-site";
import { sampleQuote } from "../../unit/intake/sample-quote";
import { forwarder, inFolder, post, start as startSite, taken } from "../services";
import { freshPostgres, isBack, places, postgres, soon, start } from "./sites";

const noDisk = noPostgres ?? (await noSmallDisks());
if (noDisk) console.log(`SKIPPED a full disk of PostgreSQL: ${noDisk}`);

describe.skipIf(noPostgres)("PostgreSQL is away, and used again once it is back, where", () => {
  freshPostgres();

  const GRANT = "GRANT ALL ON SCHEMA public TO guest;";
  const READ_ONLY = "default_transaction_read_only";
  const CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'guest'";
  it.each([
    [
      "no connection is left",
      "53300",
      `${GRANT} ALTER ROLE guest CONNECTION LIMIT 0`,
      "ALTER ROLE guest CONNECTION LIMIT -1",
    ],
    ["the site has no rights", "42501", "", GRANT],
    [
      "it is read-only",
      "25006",
      `${GRANT} ALTER ROLE guest SET ${READ_ONLY} = on`,
      `ALTER ROLE guest RESET ${READ_ONLY}; ${CUT}`,
    ],
  ])("%s", async (_, code, harm, heal) => {
    await postgres.sql(`CREATE ROLE guest LOGIN; ${harm}`);
    const site = await start({ DATABASE_URL: postgres.url.replace("site@", "guest@") });
    expect((await post(site)).status).toBe(303);
    expect(site.events("database.away")).toMatchObject([{ code }]);
    expect(await inFolder(site, "sent")).toHaveLength(1);
    await postgres.sql(heal);
    await isBack(site);
    expect((await post(site)).status).toBe(303);
    expect(await places()).toContain("sent|1");
    await site.end();
    await postgres.sql("DROP OWNED BY guest; DROP ROLE guest");
  });

  it.skipIf(noDisk)("its disk is full", async () => {
    const disk = await makeSmallDisk("1m");
    onTestFinished(async () => {
      await postgres.sql("DROP TABLE request, note; ALTER DATABASE postgres RESET default_tablespace");
      await postgres.sql("DROP TABLESPACE IF EXISTS small");
      await disk.remove();
    });
    execFileSync("chown", ["postgres", disk.dir]);
    await postgres.sql(`CREATE TABLESPACE small LOCATION '${disk.dir}'`);
    await postgres.sql("ALTER DATABASE postgres SET default_tablespace = small");
    const site = await start();
    disk.fill();
    expect((await post(site)).status).toBe(303);
    expect(site.events("database.away")).toMatchObject([{ code: "53100" }]);
    forwarder.behave("status", { status: 500 });
    expect((await post(site)).status).toBe(503);
    for (const place of ["new", "sent"] as const) expect(await inFolder(site, place)).toHaveLength(1);
    forwarder.reset();
    await soon(async () => expect(await inFolder(site, "sent")).toHaveLength(2));
    await disk.mend();
    await isBack(site);
    expect((await post(site)).status).toBe(303);
    expect(await places()).toContain("sent|1");
  });

  it("its tables are gone: it gets them anew, and nothing is refused", async () => {
    const site = await start();
    expect((await post(site)).status).toBe(303);
    await postgres.sql("DROP TABLE request, note");
    expect((await post(site)).status).toBe(303);
    await isBack(site);
    expect((await post(site)).status).toBe(303);
    expect(await places()).toContain("sent|1");
  });

  it("it does not answer a visitor in time; a look at all that waits may take longer", async () => {
    const log = vi.fn();
    const { query } = await connect(postgres.url, log);
    const slowly = "SELECT 1 AS one FROM pg_sleep(1.5)";
    expect(await query(slowly, [], LONG_MS)).toEqual([{ one: 1 }]);
    expect(log.mock.calls).toEqual([]);
    await expect(query(slowly)).rejects.toBeInstanceOf(Unavailable);
    expect(log.mock.calls).toMatchObject([["error", "database.away", { code: "ETIMEDOUT" }]]);
  });

  it("it is told what it missed once it is back, a note that comes meanwhile last", async () => {
    const { query, tell } = await connect(postgres.url, vi.fn(), 5_000);
    const write = async (value: string, s: number) => {
      const sql = `INSERT INTO note SELECT 'a', $1 FROM pg_sleep(${s}) ON CONFLICT (name) DO UPDATE SET value = $1`;
      await expect(tell("a", sql, [value])).rejects.toBeInstanceOf(Unavailable);
    };
    await expect(query("SELECT pg_sleep(3)", [], 100)).rejects.toBeInstanceOf(Unavailable);
    await write("older", 2);
    const RUNS =
      "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(2)%'";
    await soon(async () => expect(await postgres.sql(RUNS)).toBe("2")); // The question itself is one.
    await write("newer", 0);
    await soon(async () =>
      expect(await postgres.sql("SELECT value FROM note WHERE name = 'a'")).toBe("newer"),
    );
  });

  const open = async () => {
    const connection = await connect(postgres.url, vi.fn());
    return { ...connection, ...openPostgresOutbox(connection, 3_000, 30) };
  };

  it("not by itself: who sends the same to another machine meanwhile is told the same, also where the service only seems to accept", async () => {
    const [one, other] = [await open(), await open()];
    const first = sampleQuote();
    expect(await one.insert(first)).toBe("inserted");
    const told = other.insert(first);
    await sleep(1_000);
    const sent = { at: first.receivedAt, channel: "forward", class: "presumed-accepted" };
    await one.markSent({ ...first, sent });
    expect(await told).toBe("sent");
  });

  it("and a note from before does not replace what the visitor has sent to another machine since", async () => {
    const [one, other] = [await open(), await open()];
    const first = sampleQuote();
    await one.insert(first);
    await expect(one.query("SELECT pg_sleep(2)", [], 50)).rejects.toBeInstanceOf(Unavailable);
    await expect(one.update(first)).rejects.toBeInstanceOf(Unavailable);
    await other.query("UPDATE request SET lease = 0");
    await other.insert({ ...first, receivedAt: "2026-05-01T12:05:00.000Z" });
    await soon(async () => expect(await one.query("SELECT 1 AS one")).toEqual([{ one: 1 }]));
    expect(await one.claim(first.id)).toBe(false);
  });

  const hasPgbouncer = spawnSync("which", ["pgbouncer"]).status === 0;
  it.skipIf(!hasPgbouncer)(
    "but not behind PgBouncer in transaction mode: it keeps and sends as without it",
    async () => {
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
      const DATABASE_URL = `postgres://site@127.0.0.1:${port}/postgres`;
      try {
        const [site, other] = [await start({ DATABASE_URL }), await start({ DATABASE_URL })];
        await soon(async () =>
          expect((await post(site)).status === 303 && (await places())).toMatch(/^sent/m),
        );
        forwarder.behave("status", { status: 500 });
        expect((await post(other)).status).toBe(503);
        forwarder.reset();
        await soon(async () => expect(await places()).not.toMatch(/^new/m));
        expect(taken()).toHaveLength(1);
      } finally {
        bouncer.kill("SIGKILL");
      }
    },
  );
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
  const site = await startSite({ FORWARD_URL: "", DATABASE_URL, NODE_OPTIONS: `--require=${spy}` });
  expect((await post(site)).status).toBe(303);
  expect(site.output().includes("LOADED pg")).toBe(isLoaded);
});
