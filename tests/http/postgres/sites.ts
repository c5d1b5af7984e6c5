import { afterAll, beforeAll, beforeEach, expect, onTestFinished, vi } from "vitest";
import { DROP_TABLES, type Postgres, startPostgres } from "../../postgres";
import type { Site } from "../../start-site";
import { freshServices, start as startSite } from "../services";

/** Sites over one PostgreSQL, with short waits: what a process that died had in hand is taken up after 7 s. */
export const SHORT = { REDELIVERY_WAITS_S: "1,1,2", FORWARD_TIMEOUT_MS: "1000" };

export let postgres: Postgres;

/** A server and a stand-in for the tests of the `describe` that calls this; each test begins without tables and sites. */
export function freshPostgres() {
  freshServices();
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.close());
  beforeEach(() => postgres.sql(DROP_TABLES));
}

export const start = (more: Record<string, string> = {}): Promise<Site> =>
  startSite({ DATABASE_URL: postgres.url, ...SHORT, ...more });

/** A connection as another user, who may use what is granted. The user is gone after the test. */
export async function asGuest(grants = ""): Promise<string> {
  await postgres.sql(`CREATE ROLE guest LOGIN; ${grants}`);
  onTestFinished(async () => void (await postgres.sql("DROP OWNED BY guest; DROP ROLE guest")));
  return postgres.url.replace("site@", "guest@");
}

/** How many rows have each status, as "sent|2". */
export const statuses = () =>
  postgres.sql("SELECT status, count(*) FROM quote_request GROUP BY 1 ORDER BY 1");

export const soon = (check: () => Promise<void> | void) =>
  vi.waitFor(check, { timeout: 60_000, interval: 200 });

/** The codes for which a site could not use PostgreSQL. */
export const awayCodes = (site: Site) => [
  ...new Set(
    [...site.events("outbox.unwritable"), ...site.events("outbox.unreadable")].map(({ code }) => code),
  ),
];

/** Waits until a site can store again. */
export const isBack = (site: Site) =>
  soon(async () => expect((await fetch(`${site.url}/readyz`)).status).toBe(200));
