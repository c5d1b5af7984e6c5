import type { Database, Session } from "./database";
import { errorOf } from "./disk";
import type { Process } from "./process";

/** What `import("pg")` is in a process: a way to the database that is as bad as the disk is said to be. */
export function makePg(process: Process, database: Database) {
  const { world } = process;
  const { random, clock } = world;
  type Config = string | { text: string; values?: readonly unknown[]; query_timeout?: number };

  /** One message there and back. */
  async function trip<T>(path: string, limitMs: number, isWrite: boolean, act: () => Promise<T>): Promise<T> {
    world.beforeOperation?.(path, process);
    const { diskState } = world;
    const kind = random.chance(diskState.chance) ? diskState.kind : undefined;
    const ms = kind === "slow" ? random.between(0, 4_000) : random.between(0, random.chance(0.1) ? 20 : 2);
    const isLost = kind === "hangs" || ms > limitMs;
    if (kind === "ENOSPC" && isWrite) throw Object.assign(errorOf("53100"), { severity: "ERROR" });
    // It may have been done all the same.
    if ((kind === "EIO" || isLost) && random.chance(0.5)) {
      if (path.includes("COMMIT")) await act().catch(() => {});
    } else if (!kind || (kind === "slow" && !isLost)) {
      await clock.sleep(ms * random.next());
      const done = act();
      done.catch(() => {});
      return process.later(ms / 2, () => done);
    }
    if (kind === "EIO") return process.later(ms, () => Promise.reject(errorOf("ECONNRESET")));
    return process.later(limitMs, () => Promise.reject(new Error("Query read timeout")));
  }

  class Client implements Session {
    isClosed = false;
    readonly process = process;
    constructor(readonly limitMs: number) {}
    on() {}
    query = (config: Config, given: readonly unknown[] = []) => {
      const { text, values = given, query_timeout } = typeof config === "string" ? { text: config } : config;
      const [verb = ""] = text.trim().split(/\s/);
      const what = text.includes("quote_request") ? `/tmp/new/sent/${values[0]}` : "redelivery.sock";
      const isWrite = /^(INSERT|UPDATE)$/.test(verb);
      const limitMs = query_timeout ?? this.limitMs;
      return trip(`${verb} ${what}`, limitMs, isWrite, () => database.execute(this, text, values));
    };
    release = (error?: unknown) => {
      if (error) database.close(this);
    };
  }

  class Pool {
    constructor(readonly options: { query_timeout: number }) {}
    on() {}
    connect = () =>
      trip("connect", this.options.query_timeout, false, async () => new Client(this.options.query_timeout));
    query = async (config: Config) => (await this.connect()).query(config);
  }
  return { Pool, types: { setTypeParser: () => {} } };
}
