import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "./start-site";

const run = promisify(execFile);

/** Where Debian puts PostgreSQL: the newest version that is there. */
const ROOT = "/usr/lib/postgresql";
const versions = existsSync(ROOT) ? readdirSync(ROOT).sort((a, b) => Number(b) - Number(a)) : [];
const BIN = versions[0] && join(ROOT, versions[0], "bin");
const program = (name: string) => join(String(BIN), name);

/** PostgreSQL does not run as root: then as the user that Debian makes for it. */
async function userOf(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const id = async (what: string) => Number((await run("id", [what, "postgres"])).stdout);
  return { uid: await id("-u"), gid: await id("-g") };
}

/** Servers and where their files are: a test run that is cut short leaves neither behind. */
const running = new Map<ChildProcess, string>();
process.once("exit", () => {
  for (const [server, home] of running) {
    server.kill("SIGQUIT");
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** In memory if there is room: a site gives a statement a second, and the disk may have others to serve. */
const MEMORY = "/dev/shm";
const NEEDED_BYTES = 2e9;
const free = () => Number(statfsSync(MEMORY).bavail) * statfsSync(MEMORY).bsize;
const PARENT = existsSync(MEMORY) && free() > NEEDED_BYTES ? MEMORY : tmpdir();

/**
 * The process runs before others: a site gives a statement a second, also where browsers and other sites keep the
 * processors busy. Where that is not allowed, it runs as they do.
 */
export function prefer(pid: number | undefined): void {
  try {
    if (pid) setPriority(pid, -10);
  } catch {}
}

/** In the order in which a site takes them: one that still writes would meet it in a deadlock. */
export const DROP_TABLES = "DROP TABLE IF EXISTS quote_metadata, quote_request";

/** Why there is no PostgreSQL here, or undefined. */
export const noPostgres = BIN ? undefined : `${ROOT} is missing: apt-get install postgresql`;

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** A folder for the files of a server, and who may use it. */
async function makeHome() {
  const user = await userOf();
  const home = await mkdtemp(join(PARENT, "postgres-"));
  if (user.uid !== undefined && user.gid !== undefined) await chown(home, user.uid, user.gid);
  return { user, home, data: join(home, "data") };
}

/** The files of a new server, as tar packs them. `initdb` computes for a second: once for all servers of a process. */
let packed: Promise<Buffer> | undefined;
async function packNew(): Promise<Buffer> {
  const { user, home, data } = await makeHome();
  await run(program("initdb"), ["-D", data, "-U", "site", "-A", "trust", "--no-sync", "-E", "UTF8"], user);
  // Whoever is not the owner needs a password, as on a network.
  const rules = [
    "local all all trust",
    "host all,replication site all trust",
    "host all all all scram-sha-256",
  ];
  await writeFile(join(data, "pg_hba.conf"), `${rules.join("\n")}\n`);
  const options = { ...user, encoding: "buffer", maxBuffer: Number.POSITIVE_INFINITY } as const;
  const { stdout } = await run("tar", ["-cSC", home, "data"], options);
  await rm(home, { recursive: true });
  return stdout;
}

/**
 * A PostgreSQL server of its own on a free port of the loopback, with an empty database.
 *
 * @param primary makes it a standby of that server, to be promoted
 */
export async function startPostgres(primary?: { port: number }) {
  if (!BIN) throw new Error(noPostgres);
  const { user, home, data } = await makeHome();
  const port = await freePort();
  if (primary) {
    const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "site"];
    const how = ["-R", "-X", "stream", "--no-sync", "-c", "fast"];
    await run(program("pg_basebackup"), ["-D", data, ...from, ...how], user);
  } else {
    packed ??= packNew();
    const files = await packed;
    const unpacked = run("tar", ["-xC", home], user);
    unpacked.child.stdin?.end(files);
    await unpacked;
  }
  await writeFile(
    join(data, "postgresql.auto.conf"),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${home}'\n`,
    { flag: primary ? "a" : "w" },
  );
  let server = await start();

  async function start() {
    const child = spawn(program("postgres"), ["-D", data], {
      ...user,
      stdio: ["ignore", "ignore", "pipe"],
    });
    prefer(child.pid);
    running.set(child, home);
    child.once("exit", () => running.delete(child));
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

  /** A database of the server. */
  function database(name: string) {
    const at = ["-h", "127.0.0.1", "-p", String(port), "-U", "site", "-d", name];
    const env = { ...process.env, PGOPTIONS: "-c default_transaction_read_only=off" };
    const psql = async (...args: string[]) =>
      (await run(program("psql"), [...at, ...args], { env })).stdout.trim();
    return {
      url: `postgres://site@127.0.0.1:${port}/${name}`,
      /** Runs SQL as its owner, and returns what it prints. */
      sql: (text: string) => psql("-Atqc", text),
      /** A copy of the site's tables, and the way back to it. */
      dump: async () => {
        const file = join(home, `${name}.sql`);
        await run(program("pg_dump"), [...at, "-f", file]);
        return () => psql("-1q", "-v", "ON_ERROR_STOP=1", "-c", DROP_TABLES, "-f", file);
      },
    };
  }
  const first = database("postgres");
  const { sql } = first;
  /** Adds settings, and reads them. */
  async function set(settings: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(settings)) await sql(`ALTER SYSTEM SET ${name} = '${value}'`);
    await sql("SELECT pg_reload_conf()");
  }
  let databases = 0;

  return {
    ...first,
    port,
    stop,
    set,
    start: async () => {
      server = await start();
    },
    /** One more, empty as the first was. */
    makeDatabase: async () => {
      const name = `site${++databases}`;
      await sql(`CREATE DATABASE ${name}`);
      return database(name);
    },
    /** The server and its connections stand still until they go on. */
    freeze: async () => {
      // First the one that starts the others, and sees them end.
      process.kill(Number(server.pid), "SIGSTOP");
      const all = await pids();
      for (const pid of all) process.kill(pid, "SIGSTOP");
      return () => {
        for (const pid of all.toReversed()) process.kill(pid, "SIGCONT");
      };
    },
    /** Speaks TLS from now on, with a certificate that nobody knows. */
    offerTls: async () => {
      const files = ["-keyout", join(data, "server.key"), "-out", join(data, "server.crt")];
      const names = ["-subj", "/CN=localhost", "-days", "2", "-nodes", "-x509", "-newkey", "rsa:2048"];
      await run("openssl", ["req", ...names, ...files], user);
      await set({ ssl: "on" });
    },
    /** A standby becomes the server that writes. */
    promote: () => sql("SELECT pg_promote()"),
    close: async () => {
      await stop("SIGQUIT");
      await rm(home, { recursive: true, force: true });
    },
  };
}
