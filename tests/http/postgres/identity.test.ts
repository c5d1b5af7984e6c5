import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { DROP_TABLES } from "../../postgres";
import { newRequest, post } from "../services";
import { awayCodes, describeOverPostgres, isBack, leaveWaiting, savesOne, scene, soon } from "./sites";

describeOverPostgres("the database", () => {
  it.concurrent("tables: nothing is made in their place, and all is sent later, when they are renamed", async (context) => {
    const { forwarder, sql, start, statuses } = await scene(context);
    forwarder.behave("status", { status: 500 });
    const site = await start();
    await leaveWaiting(site, statuses);
    await sql("ALTER TABLE quote_request RENAME TO moved");
    await soon(() => expect(awayCodes(site)).toContain("42P01"));
    forwarder.reset();
    expect((await post(site)).status).toBe(303);
    await sleep(3_000); // It looks every two seconds.
    expect(await sql("SELECT to_regclass('quote_request') IS NULL")).toBe("t");
    // What it says is remembered for five seconds.
    await soon(async () => expect((await fetch(`${site.url}/readyz`)).status).toBe(503));
    await sql("ALTER TABLE moved RENAME TO quote_request");
    await isBack(site);
    await soon(async () => expect(await statuses()).toBe("sent|1"));
  });

  it.concurrent("restore: it has no error, and all that waited is sent, when sites run meanwhile", async (context) => {
    const { database, forwarder, sql, start, statuses } = await scene(context);
    forwarder.behave("status", { status: 500 });
    const site = await start();
    await leaveWaiting(site, statuses);
    const restore = await database.dump();
    await sql(DROP_TABLES);
    await soon(() => expect(awayCodes(site)).toContain("42P01"));
    await sleep(3_000);
    await restore();
    forwarder.reset();
    await isBack(site);
    await soon(async () => expect(await statuses()).toBe("sent|1"));
  });

  it("restore: only what waited then is sent again when the copy is older", async (context) => {
    const { database, forwarder, start, statuses, taken } = await scene(context);
    forwarder.behave("status", { status: 500 });
    const site = await start();
    const [waited, since, later] = [newRequest(), newRequest(), newRequest()];
    await leaveWaiting(site, statuses, waited);
    const restore = await database.dump();
    forwarder.behave("json-true");
    await soon(async () => expect(await statuses()).toBe("sent|1"));
    expect((await post(site, since)).status).toBe(303);
    await restore();
    await soon(async () => expect(await statuses()).toBe("sent|1"));
    expect((await post(site, later)).status).toBe(303);
    const where = [waited, since, waited, later].map(({ projectLocation }) => projectLocation);
    expect(taken()).toEqual(where);
    expect(await statuses()).toBe("sent|2");
  });

  it("key: nothing is written when it is another database", async (context) => {
    const { sql, start, statuses } = await scene(context);
    const site = await start();
    await savesOne(site, statuses);
    const saved = await statuses();
    await sql(`UPDATE quote_metadata SET value = repeat('ab', 32) WHERE name = 'key'`);
    expect((await post(site)).status).toBe(303);
    expect(awayCodes(site)).toEqual(["EREPLACED"]);
    expect(await statuses()).toBe(saved);
  });

  it("name: a running site goes on saving when the operator changes SITE_URL's host in the database", async (context) => {
    const { sql, start, statuses } = await scene(context);
    const site = await start({ SITE_URL: "http://one.example" });
    expect(
      await sql("UPDATE quote_metadata SET value = 'two.example' WHERE name = 'site' RETURNING 1"),
    ).toMatch("1");
    await savesOne(site, statuses);
    expect(awayCodes(site)).toEqual([]);
  });

  it("start: a site stores when an operator's transaction holds the tables", async (context) => {
    const { makeTables, sql, start, statuses } = await scene(context);
    await makeTables();
    const inUse =
      "BEGIN; SELECT count(*) FROM quote_request; LOCK TABLE quote_request IN SHARE UPDATE EXCLUSIVE MODE";
    // Until the server ends.
    void sql(`${inUse}; SELECT pg_sleep(600)`).catch(() => {});
    const locks =
      "SELECT count(*) > 0 FROM pg_locks WHERE mode = 'ShareUpdateExclusiveLock' AND relation = 'quote_request'::regclass";
    await soon(async () => expect(await sql(locks)).toBe("t"));
    await savesOne(await start(), statuses);
  });

  it("rights: a site works when its user may only read and write the tables", async (context) => {
    const { makeGuest, makeTables, start, statuses } = await scene(context);
    await makeTables();
    await savesOne(await start({ DATABASE_URL: (await makeGuest()).guestUrl }), statuses);
  });

  it("start: it is refused in one line when the database is another site's, or cannot hold every letter", async (context) => {
    const { makeTables, sql, start, url } = await scene(context);
    /** What a site says that does not start. */
    const refusal = (settings: Record<string, string>) =>
      start(settings).then(
        () => "it started",
        ({ message }: Error) => message.split("\n").slice(1).join("\n").trim(),
      );
    await makeTables("one.example");
    const said = await refusal({ SITE_URL: "https://other.example" });
    expect(said).toMatch(/^The site did not start: .*another site.*$/);
    expect(await refusal({ SITE_URL: "https://one.example" })).toBe("it started");
    await sql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    expect(await refusal({ DATABASE_URL: url.replace(/\w+$/, "latin") })).toMatch(
      /^The site did not start: .*UTF8.*$/,
    );
    for (const hosts of ["h1:5432,h2:5432", "h1,h2"])
      expect(await refusal({ DATABASE_URL: `postgres://site@${hosts}/site` })).toContain(
        "DATABASE_URL must name one host",
      );
  });

  it("snapshot: all that wait are in it, oldest first, when they fill more than two pages", async (context) => {
    const { makeTables, sql } = await scene(context);
    const { outbox } = await makeTables();
    await sql(
      `INSERT INTO quote_request (id, status, received, written_at, leased_until, lease_holder, state, stored)
        SELECT md5(n::text), 'new', '', 0, 0, '', format('{"receivedAt":"2026-01-%sT00:00:00Z","tries":{}}', 10 + n % 20), '' FROM generate_series(1, 1001) AS n`,
    );
    const { entries } = await outbox.snapshot();
    expect(new Set(entries.map(({ id }) => id)).size).toBe(1001);
    const times = entries.map(({ receivedAt }) => receivedAt);
    expect(times).toEqual(times.toSorted());
  });

  it("purge: all that were accepted too long ago are deleted, however many, and nothing else", async (context) => {
    const { makeTables, sql, statuses } = await scene(context);
    const { outbox } = await makeTables();
    await sql(
      `INSERT INTO quote_request (id, status, received, written_at, leased_until, lease_holder, state, stored)
        SELECT md5(n::text), CASE WHEN n = 0 THEN 'new' ELSE 'sent' END, '',
          CASE WHEN n = 1 THEN extract(epoch FROM now()) * 1000 ELSE 0 END, 0, '', '{}', '{}' FROM generate_series(0, 1101) AS n`,
    );
    await outbox.purge();
    expect(await statuses()).toBe("new|1\nsent|1");
  });

  it("start: it says what is missing when DATABASE_URL is new or gone", async (context) => {
    const { start, startAway } = await scene(context);
    const site = await start();
    expect(site.events("outbox.created").map(({ place }) => place)).toContain("PostgreSQL");
    await site.stop();
    const again = await start({ OUTBOX_DIR: site.outboxDir });
    expect((await post(again)).status).toBe(303);
    expect(again.events("outbox.created")).toEqual([]);
    await again.stop();
    const without = await startAway({ OUTBOX_DIR: site.outboxDir, DATABASE_URL: "" });
    const advice = expect.stringContaining("requests waiting in PostgreSQL are not sent");
    await soon(() => expect(without.began("storage.replaced")).toMatchObject([{ level: "error", advice }]));
  });
});
