import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { openPostgres } from "~/quote/outbox/postgres/open.server";
import { noPostgres, type Postgres, prefer, startPostgres } from "../../postgres";
import type { Site } from "../../start-site";
import { type Finish, newRequest, ownServices, post, SHORT } from "../services";

export const OPTIONS = { log: () => {}, keepSentDays: 30, leaseMs: 1_000, lockMs: 1_000, waitMs: 30_000 };

/** Gives a site a minute for a statement instead of a second, which a busy machine may take. A request still gets 5 s. */
const PATIENT = `
  import { createRequire } from "node:module";
  const pg = createRequire(process.cwd() + "/")("pg");
  const { Pool, Client } = pg;
  pg.Pool = class extends Pool {
    constructor(options) {
      super({ ...options, connectionTimeoutMillis: 60_000, query_timeout: 60_000 });
    }
  };
  const { query } = Client.prototype;
  Client.prototype.query = function (sql, ...more) {
    const patient = typeof sql === "string" ? sql.replace(/_timeout = \\d+/g, "_timeout = 60000")
      : sql.query_timeout ? { ...sql, query_timeout: 60_000 } : sql;
    return query.call(this, patient, ...more);
  };`;
/** Settings of a site for a test of what it does after that second. Any NODE_OPTIONS of a test have this effect. */
export const HASTY = { NODE_OPTIONS: "" };

/** The tests of the file that calls this share a server. Those that wait most of their time may run side by side. */
let shared: Postgres;
export const describeOverPostgres = (what: string, tests: () => void) =>
  describe.skipIf(noPostgres)(what, () => {
    beforeAll(async () => {
      shared = await startPostgres();
    });
    afterAll(() => shared.close());
    tests();
  });

type Database = Awaited<ReturnType<Postgres["makeDatabase"]>>;

/** A database, services and sites with short waits for one test. */
export const scene = async (context: Finish) => makeScene(context, await shared.makeDatabase());

/** The same with a server of its own, which the test may stop. */
export async function sceneAlone(context: Finish) {
  const server = await startPostgres();
  context.onTestFinished(() => server.close());
  return makeScene(context, server);
}

async function makeScene<Its extends Database>(context: Finish, database: Its) {
  const { url, sql } = database;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(PATIENT)}`;
  const settings = { DATABASE_URL: url, NODE_OPTIONS, ...SHORT };
  const { start: startFirst, ...services } = await ownServices(context, settings);
  const startAway = async (more?: Record<string, string>) => {
    const site = await startFirst(more);
    prefer(site.pid);
    return site;
  };
  return {
    ...{ ...services, database, url, sql },
    /** A site that can store: on a busy machine PostgreSQL may take longer than the second that a start gives it. */
    start: async (more?: Record<string, string>) => {
      const site = await startAway(more);
      const isDurable = () => site.events("outbox.durable").length > 0;
      await soon(() => expect(isDurable() || site.began("storage.unwritable").length > 0).toBe(true));
      // Not otherwise: what /readyz says is remembered for five seconds.
      if (!isDurable()) await isBack(site);
      return site;
    },
    /** A site that may find no PostgreSQL. */
    startAway,
    /** How many rows have each status, as "sent|2". */
    statuses: () => sql("SELECT status, count(*) FROM quote_request GROUP BY 1 ORDER BY 1"),
    /** What the first site of all does: it makes the tables. */
    makeTables: (siteName?: string) =>
      openPostgres(url, { ...OPTIONS, siteName, formerKey: async () => undefined }),
    /** The name of a user who may read and write the tables, and no more, and its address. */
    makeGuest: async () => {
      const guest = `guest_of_${new URL(url).port}_${new URL(url).pathname.slice(1)}`;
      await sql(
        `CREATE ROLE ${guest} LOGIN PASSWORD 'right'; GRANT SELECT, INSERT, UPDATE, DELETE ON quote_request, quote_metadata TO ${guest}`,
      );
      return { guest, guestUrl: url.replace("site@", `${guest}:right@`) };
    },
  };
}

export const soon = (check: () => Promise<void> | void) =>
  vi.waitFor(check, { timeout: 60_000, interval: 200 });

/** The codes for which a site could not use PostgreSQL. */
export const awayCodes = (site: Site) => [
  ...new Set(
    [...site.events("outbox.unwritable"), ...site.events("outbox.unreadable")].map(({ code }) => code),
  ),
];

/** Posts a request that no service accepts until it is saved. */
export const leaveWaiting = (site: Site, statuses: () => Promise<string>, request = newRequest()) =>
  soon(async () => {
    expect((await post(site, request)).status).toBe(503);
    expect(await statuses()).toBe("new|1");
  });

/** Posts requests until one is saved. */
export const savesOne = (site: Site, statuses: () => Promise<string>) =>
  soon(async () => {
    expect((await post(site)).status).toBe(303);
    expect(await statuses()).toMatch(/^sent/);
  });

/** Waits until a site can store again. */
export const isBack = (site: Site) =>
  soon(async () => expect((await fetch(`${site.url}/readyz`)).status).toBe(200));
