import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { connect, Unavailable } from "~/quote/postgres/connection.server";
import { noPostgres } from "../../postgres";
import { freePort, type Site, startSite } from "../../start-site";
import { ask, postForm } from "../post";
import { forwarder, freshPostgres, inFolder, places, postgres, someone, soon, start } from "./sites";

const hasPgbouncer = (() => {
  try {
    return Boolean(execFileSync("which", ["pgbouncer"]));
  } catch {
    return false;
  }
})();

describe.skipIf(noPostgres)("PostgreSQL", () => {
  freshPostgres();
  const post = ({ url }: Site) => postForm(url, "/quote", someone());

  it.skipIf(!hasPgbouncer)("behind PgBouncer in transaction mode keeps and sends as without it", async () => {
    const home = await mkdtemp(join(tmpdir(), "pgbouncer-"));
    const port = await freePort();
    const config = join(home, "pgbouncer.ini");
    await writeFile(
      config,
      `[databases]\npostgres = host=127.0.0.1 port=${postgres.port} user=site\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any\npool_mode = transaction\n`,
    );
    await chmod(home, 0o755);
    const asUser = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
    const bouncer: ChildProcess = spawn("pgbouncer", [...asUser, config], { stdio: "ignore" });
    const url = `postgres://site@127.0.0.1:${port}/postgres`;
    try {
      const site = await start({ DATABASE_URL: url });
      const other = await start({ DATABASE_URL: url });
      await soon(async () => expect((await post(site)).status === 303 && (await places())).toMatch(/^sent/m));
      forwarder.behave("status", { status: 500 });
      expect((await post(other)).status).toBe(503);
      forwarder.reset();
      await soon(async () => expect(await places()).not.toMatch(/^new/m));
      expect(forwarder.received).toHaveLength(1);
    } finally {
      bouncer.kill("SIGKILL");
    }
  });

  it("that takes long for a look at all that waits is not away for that; for what a visitor waits for it is", async () => {
    const log = vi.fn();
    const { query, longQuery, close } = await connect(postgres.url, log);
    const slowly = "SELECT 1 AS one FROM pg_sleep(1.5)";
    expect(await longQuery(slowly)).toEqual([{ one: 1 }]);
    expect(log).not.toHaveBeenCalled();
    await expect(query(slowly)).rejects.toBeInstanceOf(Unavailable);
    expect(log).toHaveBeenCalledWith(
      "error",
      "database.away",
      expect.objectContaining({ code: "ETIMEDOUT" }),
    );
    await close();
  });

  it("that has no connection left is away, and the folder takes over", async () => {
    await postgres.sql("ALTER ROLE site CONNECTION LIMIT -1");
    await postgres.sql("CREATE ROLE guest LOGIN CONNECTION LIMIT 0; GRANT ALL ON SCHEMA public TO guest");
    const site = await start({ DATABASE_URL: postgres.url.replace("site@", "guest@") });
    expect((await post(site)).status).toBe(303);
    expect(site.events("database.away")).toMatchObject([{ code: "53300" }]);
    expect(await inFolder(site, "sent")).toHaveLength(1);
    await postgres.sql("ALTER ROLE guest CONNECTION LIMIT -1");
    await soon(() => expect(site.events("problem.over")).not.toEqual([]));
    expect((await post(site)).status).toBe(303);
    expect(await places()).toContain("sent|1");
    await site.end();
    await postgres.sql("DROP OWNED BY guest; DROP ROLE guest");
  });

  it("that gives no rights is away, and says which", async () => {
    await postgres.sql("CREATE ROLE stranger LOGIN");
    const site = await start({ DATABASE_URL: postgres.url.replace("site@", "stranger@") });
    expect((await post(site)).status).toBe(303);
    expect(site.events("database.away")).toMatchObject([{ code: "42501" }]);
    expect(await inFolder(site, "sent")).toHaveLength(1);
    expect((await ask(site.url, "/readyz")).status).toBe(200);
    await site.end();
    await postgres.sql("DROP OWNED BY stranger; DROP ROLE stranger");
  });

  it("whose tables are gone gets them anew, and nothing is refused", async () => {
    const site = await start();
    expect((await post(site)).status).toBe(303);
    await postgres.sql("DROP TABLE request, note");
    expect((await post(site)).status).toBe(303);
    await soon(() => expect(site.events("problem.over")).not.toEqual([]));
    expect((await post(site)).status).toBe(303);
    expect(await places()).toContain("sent|1");
  });

  it("lets another replica send what a frozen one had in hand, which brings nothing back when it wakes", async () => {
    const frozen = await start();
    await start();
    forwarder.behave("hang");
    const answer = post(frozen).catch(() => undefined);
    await soon(() => expect(forwarder.received).toHaveLength(1));
    process.kill(frozen.pid, "SIGSTOP");
    forwarder.behave("json-true");
    await soon(async () => expect(await places()).toBe("sent|1"));
    process.kill(frozen.pid, "SIGCONT");
    await answer;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await places()).toBe("sent|1");
    expect(forwarder.received.filter(({ mode }) => mode === "json-true")).toHaveLength(1);
  });
});

it("without DATABASE_URL no module of pg is loaded", async () => {
  const home = await mkdtemp(join(tmpdir(), "loaded-"));
  const spy = join(home, "spy.cjs");
  await writeFile(
    spy,
    `const M = require("node:module"); const load = M._load; M._load = (name, ...rest) => { if (/^pg(-|$|\\/)/.test(name)) console.error("LOADED " + name); return load(name, ...rest); };`,
  );
  const outputs = [];
  for (const settings of [
    {} as Record<string, string>,
    { DATABASE_URL: "postgres://site@127.0.0.1:1/none" },
  ]) {
    const site = await startSite({ ...settings, NODE_OPTIONS: `--require=${spy}` });
    expect((await postForm(site.url, "/quote")).status).toBe(303);
    outputs.push(site.output().includes("LOADED pg"));
    await site.end();
  }
  expect(outputs).toEqual([false, true]);
});
