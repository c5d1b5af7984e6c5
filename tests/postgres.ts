import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "./start-site";

const run = promisify(execFile);

/** Where Debian puts PostgreSQL: the newest version that is there. */
const ROOT = "/usr/lib/postgresql";
const versions = existsSync(ROOT) ? readdirSync(ROOT).sort((a, b) => Number(b) - Number(a)) : [];
const BIN = versions[0] && join(ROOT, versions[0], "bin");

/** PostgreSQL does not run as root: then as the user that Debian makes for it. */
async function userOf(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const id = async (what: string) => Number((await run("id", [what, "postgres"])).stdout);
  return { uid: await id("-u"), gid: await id("-g") };
}

/** In the order in which a site takes them: one that still writes would meet it in a deadlock. */
export const DROP_TABLES = "DROP TABLE IF EXISTS quote_metadata, quote_request";

/** Why there is no PostgreSQL here, or undefined. */
export const noPostgres = BIN ? undefined : `${ROOT} is missing: apt-get install postgresql`;

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/**
 * A PostgreSQL server of its own on a free port of the loopback, with an empty database.
 *
 * @param primary makes it a standby of that server, to be promoted
 */
export async function startPostgres(primary?: { port: number }) {
  if (!BIN) throw new Error(noPostgres);
  const user = await userOf();
  const home = await mkdtemp(join(tmpdir(), "postgres-"));
  if (user.uid !== undefined && user.gid !== undefined) await chown(home, user.uid, user.gid);
  const data = join(home, "data");
  const port = await freePort();
  const from = [
    "-h",
    "127.0.0.1",
    "-p",
    String(primary?.port),
    "-U",
    "site",
    "-R",
    "-X",
    "stream",
    "--no-sync",
  ];
  if (primary) await run(join(BIN, "pg_basebackup"), ["-D", data, "-c", "fast", ...from], user);
  else
    await run(
      join(BIN, "initdb"),
      ["-D", data, "-U", "site", "-A", "trust", "--no-sync", "-E", "UTF8"],
      user,
    );
  await writeFile(
    join(data, "postgresql.auto.conf"),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${home}'\n`,
    { flag: primary ? "a" : "w" },
  );
  let server = await start();

  async function start() {
    const child = spawn(join(BIN as string, "postgres"), ["-D", data], {
      ...user,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    await new Promise<void>((resolve, reject) => {
      child.stderr.on("data", (part) => {
        said += part;
        if (/ready to accept (?:read-only )?connections/.test(said)) resolve();
      });
      child.once("exit", (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)));
    });
    return child;
  }
  process.once("exit", () => server.kill("SIGQUIT"));

  /** Ends it: SIGINT in order, SIGQUIT as a crash does. */
  async function stop(signal: "SIGINT" | "SIGQUIT" = "SIGINT"): Promise<void> {
    if (server.exitCode !== null) return;
    const ended = once(server, "exit");
    server.kill(signal);
    await ended;
  }

  /** All processes of the server. */
  async function pids(): Promise<number[]> {
    const { stdout } = await run("ps", ["-o", "pid=", "--ppid", String(server.pid)]);
    return [Number(server.pid), ...stdout.trim().split(/\s+/).map(Number).filter(Boolean)];
  }

  const at = ["-h", "127.0.0.1", "-p", String(port), "-U", "site", "-d", "postgres"];
  async function psql(...args: string[]): Promise<string> {
    const env = { ...process.env, PGOPTIONS: "-c default_transaction_read_only=off" };
    return (await run(join(BIN as string, "psql"), [...at, ...args], { env })).stdout.trim();
  }

  return {
    url: `postgres://site@127.0.0.1:${port}/postgres`,
    port,
    stop,
    start: async () => {
      server = await start();
    },
    /** The server and its connections stand still until they go on. */
    freeze: async () => {
      const all = await pids();
      for (const pid of all) process.kill(pid, "SIGSTOP");
      return () => {
        for (const pid of all) process.kill(pid, "SIGCONT");
      };
    },
    /** Adds settings, and reads them. */
    set: async (settings: Record<string, string>) => {
      for (const [name, value] of Object.entries(settings))
        await psql("-c", `ALTER SYSTEM SET ${name} = '${value}'`);
      await psql("-c", "SELECT pg_reload_conf()");
    },
    /** Speaks TLS from now on, with a certificate that nobody knows. */
    offerTls: async () => {
      const files = ["-keyout", join(data, "server.key"), "-out", join(data, "server.crt")];
      const names = ["-subj", "/CN=localhost", "-days", "2", "-nodes", "-x509", "-newkey", "rsa:2048"];
      await run("openssl", ["req", ...names, ...files], user);
      await psql("-c", "ALTER SYSTEM SET ssl = on");
      await psql("-c", "SELECT pg_reload_conf()");
    },
    /** A standby becomes the server that writes. */
    promote: () => psql("-Atqc", "SELECT pg_promote()"),
    /** It wants a password of `guest`, as a server on a network does. */
    askForPasswords: async () => {
      const rules = ["local all all trust", "host all guest all scram-sha-256", "host all all all trust"];
      await writeFile(join(data, "pg_hba.conf"), `${rules.join("\n")}\n`);
      await psql("-c", "SELECT pg_reload_conf()");
    },
    /** Runs SQL as its owner, and returns what it prints. */
    sql: (text: string) => psql("-Atqc", text),
    /** A copy of the site's tables, and the way back to it. */
    dump: async () => {
      const file = join(home, "dump.sql");
      await run(join(BIN as string, "pg_dump"), [...at, "-f", file]);
      return () => psql("-1q", "-v", "ON_ERROR_STOP=1", "-c", DROP_TABLES, "-f", file);
    },
    close: async () => {
      await stop("SIGQUIT");
      await rm(home, { recursive: true, force: true });
    },
  };
}
