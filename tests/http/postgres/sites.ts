import { afterAll, beforeAll, beforeEach, expect, vi } from "vitest";
import { type Postgres, startPostgres } from "../../postgres";
import type { Site } from "../../start-site";
import { ask } from "../post";
import { freshServices, start as startSite } from "../services";

/** Sites over one PostgreSQL, with short waits: what a process that died had in hand is taken up after 6 s. */
const SHORT = { REDELIVERY_WAITS_S: "1,1,2", FORWARD_TIMEOUT_MS: "1000" };

export let postgres: Postgres;

/** A server and a stand-in for the tests of the `describe` that calls this; each test begins without tables and sites. */
export function freshPostgres() {
  freshServices();
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.close());
  beforeEach(() => postgres.sql("DROP TABLE IF EXISTS request, note"));
}

export const start = (more: Record<string, string> = {}): Promise<Site> =>
  startSite({ DATABASE_URL: postgres.url, ...SHORT, ...more });

/** How many rows are in each place, as "sent|2". */
export const places = () => postgres.sql("SELECT place, count(*) FROM request GROUP BY 1 ORDER BY 1");

export const soon = (check: () => Promise<void> | void) =>
  vi.waitFor(check, { timeout: 60_000, interval: 200 });

export const isBack = (site: Site) =>
  soon(async () => expect((await ask(site.url, "/readyz")).status).toBe(200));
