import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { prefer } from "../../postgres";
import { freePort } from "../../start-site";
import { type Finish, newRequest, post } from "../services";
import { awayCodes, describeOverPostgres, leaveWaiting, scene, soon } from "./sites";

/** PgBouncer in transaction mode: no session settings and no prepared statements outlive a transaction. */
async function throughBouncer(url: string, { onTestFinished }: Finish): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), "pgbouncer-"));
  const [port, server] = [await freePort(), new URL(url)];
  const config = join(home, "pgbouncer.ini");
  const database = server.pathname.slice(1);
  await writeFile(
    config,
    `[databases]\n${database} = host=127.0.0.1 port=${server.port} user=site\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any\npool_mode = transaction\n`,
  );
  await chmod(home, 0o755);
  const asUser = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const bouncer = spawn("pgbouncer", [...asUser, config], { stdio: "ignore" });
  prefer(bouncer.pid);
  onTestFinished(() => void bouncer.kill("SIGKILL"));
  await vi.waitFor(() => once(connect(port, "127.0.0.1").unref(), "connect"));
  return `postgres://site@127.0.0.1:${port}/${database}`;
}

describeOverPostgres("two sites", () => {
  const hasBouncer = spawnSync("which", ["pgbouncer"]).status === 0;
  const way = hasBouncer
    ? "behind PgBouncer in transaction mode, transactions SERIALIZABLE"
    : "transactions SERIALIZABLE";
  it(`${way}: all that is sent at once to both is saved and arrives once`, async (context) => {
    const { forwarder, sql, start, statuses, taken, url } = await scene(context);
    const name = new URL(url).pathname.slice(1);
    await sql(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`);
    const DATABASE_URL = hasBouncer ? await throughBouncer(url, context) : url;
    const [one, other] = [await start({ DATABASE_URL }), await start({ DATABASE_URL })];
    forwarder.behave("status", { status: 500 });
    await leaveWaiting(other, statuses);
    forwarder.reset();
    const requests = Array.from({ length: 20 }, () => newRequest());
    const responses = await Promise.all(
      requests.flatMap((request) => [one, other].map((site) => post(site, request))),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([303]));
    await soon(() => expect(new Set(taken()).size).toBe(21));
    expect([one, other].flatMap(awayCodes)).toEqual([]);
    await soon(async () => expect(await statuses()).toBe("sent|21"));
    expect(taken()).toHaveLength(21);
  });
});
