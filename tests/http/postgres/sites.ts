import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { type Postgres, startPostgres } from "../../postgres";
import { type Site, startSite } from "../../start-site";
import { FORM, postForm } from "../post";

/** Sites over one PostgreSQL, with short waits: what a process that died had in hand is taken up after 6 s. */
const SHORT = { REDELIVERY_WAITS_S: "1,1,2", FORWARD_TIMEOUT_MS: "1000" };

export let postgres: Postgres;
export let forwarder: Forwarder;
const sites: Site[] = [];
let visitors = 0;

/** A server and a stand-in for the tests of the `describe` that calls this; each test begins without tables and sites. */
export function freshPostgres() {
  beforeAll(async () => {
    [postgres, forwarder] = [await startPostgres(), await startForwarder()];
  });
  afterAll(async () => {
    await postgres.close();
    await forwarder.close();
  });
  beforeEach(() => forwarder.reset());
  afterEach(async () => {
    for (const site of sites.splice(0)) await site.end();
    await postgres.sql("DROP TABLE IF EXISTS request, note");
  });
}

export async function start(more: Record<string, string> = {}): Promise<Site> {
  const given = { DATABASE_URL: postgres.url, FORWARD_URL: forwarder.url, ...SHORT, ...more };
  const site = await startSite(given);
  sites.push(site);
  return site;
}

/** Another request each time. */
export const someone = () => ({ ...FORM, projectLocation: `${++visitors} Road` });
export const post = ({ url }: Site, request = someone()) => postForm(url, "/quote", request);

/** Where the requests are that the service took, in order. */
export const taken = () =>
  forwarder.received
    .filter(({ mode }) => mode !== "status" && mode !== "hang")
    .map(({ fields }) => fields.find(([name]) => name === "project_location")?.[1]);

/** How many rows are in each place, as "sent|2". */
export const places = () => postgres.sql("SELECT place, count(*) FROM request GROUP BY 1 ORDER BY 1");

export const inFolder = async ({ outboxDir }: Site, place: "new" | "sent") =>
  (await readdir(join(outboxDir, place)).catch(() => [])).filter((name) => !name.startsWith("probe-"));

export const soon = (check: () => Promise<void> | void) =>
  vi.waitFor(check, { timeout: 60_000, interval: 200 });

export const isBack = (site: Site) => soon(() => expect(site.events("problem.over")).not.toEqual([]));
