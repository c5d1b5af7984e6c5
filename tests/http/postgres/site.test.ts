import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { noPostgres, type Postgres, startPostgres } from "../../postgres";
import { type Site, startSite } from "../../start-site";
import { ask, FORM, postForm } from "../post";

/** What a process that died had in hand is taken up 5 s after this. */
const SHORT = { REDELIVERY_WAITS_S: "1,1,2", FORWARD_TIMEOUT_MS: "1000" };

describe.skipIf(noPostgres)("two sites over PostgreSQL", () => {
  let postgres: Postgres;
  let forwarder: Forwarder;
  let visitors = 0;
  const sites: Site[] = [];
  beforeAll(async () => {
    postgres = await startPostgres();
    forwarder = await startForwarder();
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

  async function start(more: Record<string, string> = {}): Promise<Site> {
    const site = await startSite({
      DATABASE_URL: postgres.url,
      FORWARD_URL: forwarder.url,
      ...SHORT,
      ...more,
    });
    sites.push(site);
    return site;
  }
  const pair = async () => [await start(), await start()] as const;
  const someone = () => ({ ...FORM, projectLocation: `${++visitors} Road` });
  const places = async () => {
    const rows = await postgres.sql("SELECT place, count(*) FROM request GROUP BY 1 ORDER BY 1");
    return Object.fromEntries(
      rows
        .split("\n")
        .filter(Boolean)
        .map((row) => row.split("|")),
    );
  };
  const arrived = () =>
    forwarder.received.map(({ fields }) => fields.find(([name]) => name === "project_location")?.[1]);
  const inFolder = async ({ outboxDir }: Site, place = "new") =>
    (await readdir(join(outboxDir, place)).catch(() => [])).filter((name) => !name.startsWith("probe-"));
  const soon = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 60_000, interval: 200 });

  it("keep a request there, send it, keep nothing of it in a folder, and stop when they are told to", async () => {
    const site = await start();
    expect((await postForm(site.url, "/quote", someone())).status).toBe(303);
    expect(arrived()).toEqual([`${visitors} Road`]);
    expect(await places()).toEqual({ sent: "1" });
    expect([...(await inFolder(site)), ...(await inFolder(site, "sent"))]).toEqual([]);
    expect(await site.stop("SIGTERM")).toBe(0);
  });

  it("send a request once that is posted to both at the same time, and neither sends it again within the hour", async () => {
    const [one, other] = await pair();
    forwarder.behave("slow", { ms: 500 });
    const request = someone();
    const both = await Promise.all([
      postForm(one.url, "/quote", request),
      postForm(other.url, "/quote", request),
    ]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await postForm(other.url, "/quote", request)).status).toBe(303);
    expect(arrived()).toHaveLength(1);
  });

  it("tell both visitors the same where the service refuses, and one of them sends it later", async () => {
    const [one, other] = await pair();
    forwarder.behave("status", { status: 500 });
    const request = someone();
    const both = await Promise.all([
      postForm(one.url, "/quote", request),
      postForm(other.url, "/quote", request),
    ]);
    expect(both.map(({ status }) => status)).toEqual([503, 503]);
    forwarder.reset();
    await soon(async () => expect(await places()).toEqual({ sent: "1" }));
    expect(arrived()).toHaveLength(1);
  });

  it("take up what a killed one had in hand", async () => {
    const [one, other] = await pair();
    forwarder.behave("hang");
    const answer = postForm(one.url, "/quote", someone()).catch(() => undefined);
    await soon(() => expect(forwarder.received).toHaveLength(1));
    await one.stop("SIGKILL");
    await answer;
    forwarder.reset();
    await soon(() => expect(arrived()).toEqual([`${visitors} Road`]));
    await soon(() => expect(other.events("quote.delivered")).toHaveLength(1));
  });

  it.each(["SIGINT", "SIGQUIT"] as const)(
    "answer every visitor while PostgreSQL is away (%s): the folder keeps and sends, and nothing comes twice",
    async (signal) => {
      const site = await start();
      await postgres.stop(signal);
      const began = performance.now();
      expect((await postForm(site.url, "/quote", someone())).status).toBe(303);
      expect(performance.now() - began).toBeLessThan(10_000);
      expect(await inFolder(site, "sent")).toHaveLength(1);
      forwarder.behave("status", { status: 500 });
      expect((await postForm(site.url, "/quote", someone())).status).toBe(503);
      expect(await inFolder(site)).toHaveLength(1);
      forwarder.behave("json-true");
      await postgres.start();
      await soon(() => expect(site.events("problem.over")).toMatchObject([{ problem: "database.away" }]));
      await soon(async () => expect(await inFolder(site)).toEqual([]));
      expect((await postForm(site.url, "/quote", someone())).status).toBe(303);
      expect(await places()).toMatchObject({ sent: "1" });
      const taken = forwarder.received.filter(({ mode }) => mode === "json-true");
      expect(taken).toHaveLength(3);
      expect(site.events("database.away")).toHaveLength(1);
    },
  );

  it("hold in the folder what comes over the rate limit while PostgreSQL is away", async () => {
    const site = await start({ DATABASE_URL: "postgres://site@127.0.0.1:1/postgres", RATE_LIMIT_MAX: "1" });
    await postForm(site.url, "/quote", someone());
    const { status, text } = await postForm(site.url, "/quote", someone());
    expect([status, text.includes("This request is saved and will be sent later.")]).toEqual([429, true]);
    expect(await inFolder(site)).toHaveLength(1);
  });

  it("neither lose nor repeat what PostgreSQL froze over", async () => {
    const [one, other] = await pair();
    const thaw = await postgres.freeze();
    const answers = [1, 2, 3].map(() => postForm(one.url, "/quote", someone()));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([303, 303, 303]);
    thaw();
    await soon(() => expect(one.events("problem.over")).toHaveLength(1));
    // What is written late is sent by nobody.
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    expect(new Set(arrived()).size).toBe(3);
    expect(arrived()).toHaveLength(3);
    expect(await places()).not.toHaveProperty("new");
    expect(other.events("quote.delivered")).toEqual([]);
  });

  it("note an acceptance once PostgreSQL is back that it could not note, and send it no second time", async () => {
    const site = await start();
    forwarder.behave("slow", { ms: 700 });
    const answer = postForm(site.url, "/quote", someone());
    await soon(() => expect(forwarder.received).toHaveLength(1));
    await postgres.stop("SIGQUIT");
    expect((await answer).status).toBe(303);
    await postgres.start();
    await soon(async () => expect(await places()).toEqual({ sent: "1" }));
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    expect(arrived()).toHaveLength(1);
  });

  it("keep in the folder what a read-only server refuses", async () => {
    const site = await start();
    await postgres.sql("ALTER DATABASE postgres SET default_transaction_read_only = on");
    await postgres.sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
    );
    expect((await postForm(site.url, "/quote", someone())).status).toBe(303);
    expect(await inFolder(site, "sent")).toHaveLength(1);
    await soon(() => expect(site.events("database.away")).toHaveLength(1));
    await postgres.sql("ALTER DATABASE postgres RESET default_transaction_read_only");
    await soon(() => expect(site.events("problem.over")).toHaveLength(1));
  });

  it("start and serve while PostgreSQL is away, and never print its password", async () => {
    const site = await start({ DATABASE_URL: "postgres://site:hush-hush@127.0.0.1:1/postgres" });
    expect((await postForm(site.url, "/quote", someone())).status).toBe(303);
    expect((await ask(site.url, "/readyz")).status).toBe(200);
    expect(site.events("database.away")).toMatchObject([{ level: "error", code: "ECONNREFUSED" }]);
    expect(site.output()).not.toContain("hush-hush");
  });

  it("pass over a row that is no request, say so once, and send the others", async () => {
    forwarder.behave("status", { status: 500 });
    const site = await start({ OUTBOX_DIR: await mkdtemp(join(tmpdir(), "outbox-")) });
    for (const _ of [1, 2]) await postForm(site.url, "/quote", someone());
    await postgres.sql(
      "UPDATE request SET stored = '{', entry = '{}' WHERE id = (SELECT min(id) FROM request)",
    );
    forwarder.reset();
    await soon(async () => expect(await places()).toEqual({ new: "1", sent: "1" }));
    await soon(() => expect(site.events("outbox.damaged")).toHaveLength(1));
  });
});
