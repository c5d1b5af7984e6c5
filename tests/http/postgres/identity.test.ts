import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { DROP_TABLES, noPostgres } from "../../postgres";
import { forwarder, newRequest, post, start as startPlain, taken } from "../services";
import { asGuest, awayCodes, freshPostgres, isBack, postgres, soon, start, statuses } from "./sites";

/** What a site says that does not start. */
const refusal = (settings: Record<string, string>) =>
  startPlain({ DATABASE_URL: postgres.url, ...settings }).then(
    () => "it started",
    ({ message }: Error) => message.split("\n").slice(1).join("\n").trim(),
  );

describe.skipIf(noPostgres)("the database", () => {
  freshPostgres();

  it("tables: nothing is made in their place, and all is sent later, when they are renamed", async () => {
    forwarder.behave("status", { status: 500 });
    const site = await start();
    expect((await post(site)).status).toBe(503);
    await postgres.sql("ALTER TABLE quote_request RENAME TO moved");
    await soon(() => expect(awayCodes(site)).toContain("42P01"));
    forwarder.reset();
    expect((await post(site)).status).toBe(303);
    await sleep(3_000); // It looks every two seconds.
    expect(await postgres.sql("SELECT to_regclass('quote_request') IS NULL")).toBe("t");
    expect((await fetch(`${site.url}/readyz`)).status).toBe(503);
    await postgres.sql("ALTER TABLE moved RENAME TO quote_request");
    await isBack(site);
    await soon(async () => expect(await statuses()).toBe("sent|1"));
  });

  it("restore: it has no error, and all that waited is sent, when sites run meanwhile", async () => {
    forwarder.behave("status", { status: 500 });
    const site = await start();
    expect((await post(site)).status).toBe(503);
    const restore = await postgres.dump();
    await postgres.sql(DROP_TABLES);
    await soon(() => expect(awayCodes(site)).toContain("42P01"));
    await sleep(3_000);
    await restore();
    forwarder.reset();
    await isBack(site);
    await soon(async () => expect(await statuses()).toBe("sent|1"));
  });

  it("restore: only what waited then is sent again when the copy is older", async () => {
    forwarder.behave("status", { status: 500 });
    const site = await start();
    const [waited, since, later] = [newRequest(), newRequest(), newRequest()];
    expect((await post(site, waited)).status).toBe(503);
    const restore = await postgres.dump();
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

  it("key: nothing is written when it is another database", async () => {
    const site = await start();
    expect((await post(site)).status).toBe(303);
    await postgres.sql(`UPDATE quote_metadata SET value = repeat('ab', 32) WHERE name = 'key'`);
    expect((await post(site)).status).toBe(303);
    expect(awayCodes(site)).toEqual(["EREPLACED"]);
    expect(await statuses()).toBe("sent|1");
  });

  it("start: a site stores when an operator's transaction holds the tables", async () => {
    await (await start()).stop();
    const held = postgres.sql(
      "BEGIN; SELECT count(*) FROM quote_request; LOCK TABLE quote_request IN SHARE UPDATE EXCLUSIVE MODE; SELECT pg_sleep(8); COMMIT",
    );
    const locks =
      "SELECT count(*) > 0 FROM pg_locks WHERE mode = 'ShareUpdateExclusiveLock' AND relation = 'quote_request'::regclass";
    await soon(async () => expect(await postgres.sql(locks)).toBe("t"));
    const site = await start();
    expect((await post(site)).status).toBe(303);
    expect(await statuses()).toBe("sent|1");
    expect(awayCodes(site)).toEqual([]);
    await held;
  });

  it("rights: a site works when its user may only read and write the tables", async () => {
    await (await start()).stop();
    const url = await asGuest(
      "GRANT SELECT, INSERT, UPDATE, DELETE ON quote_request, quote_metadata TO guest",
    );
    const site = await start({ DATABASE_URL: url });
    expect((await post(site)).status).toBe(303);
    expect(await statuses()).toBe("sent|1");
  });

  it("start: it is refused in one line when the database belongs to another site", async () => {
    await (await start({ SITE_URL: "https://one.example" })).stop();
    const said = await refusal({ SITE_URL: "https://other.example" });
    expect(said).toMatch(/^The site did not start: .*another site.*$/);
    expect(await refusal({ SITE_URL: "https://one.example" })).toBe("it started");
  });

  it("start: it is refused in one line when the encoding is not UTF8", async () => {
    await postgres.sql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    const said = await refusal({ DATABASE_URL: postgres.url.replace(/postgres$/, "latin") });
    expect(said).toMatch(/^The site did not start: .*UTF8.*$/);
    await postgres.sql("DROP DATABASE latin");
  });

  it.each(["h1:5432,h2:5432", "h1,h2"])(
    "start: it is refused when the URL names two hosts (%s)",
    async (hosts) => {
      expect(await refusal({ DATABASE_URL: `postgres://site@${hosts}/site` })).toContain(
        "DATABASE_URL must name one host",
      );
    },
  );

  it("start: it says what is missing when DATABASE_URL is new or gone", async () => {
    const site = await start();
    expect(site.events("outbox.created")).toMatchObject([{ place: "PostgreSQL" }]);
    await site.stop();
    const again = await start({ OUTBOX_DIR: site.outboxDir });
    expect((await post(again)).status).toBe(303);
    expect(again.events("outbox.created")).toEqual([]);
    await again.stop();
    const without = await startPlain({ OUTBOX_DIR: site.outboxDir });
    const advice = expect.stringContaining("requests waiting in PostgreSQL are not sent");
    await soon(() => expect(without.began("storage.replaced")).toMatchObject([{ level: "error", advice }]));
  });
});
