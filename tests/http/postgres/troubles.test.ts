import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StorageTrouble } from "~/quote/outbox/outbox.server";
import { makeConnection, makePool } from "~/quote/outbox/postgres/connection.server";
import { openPostgres } from "~/quote/outbox/postgres/open.server";
import { findTroubles } from "~/quote/outbox/postgres/troubles.server";
import { noPostgres, type Postgres, startPostgres } from "../../postgres";
import { OPTIONS } from "./sites";

describe.skipIf(noPostgres)("what a server does not keep", () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
    await openPostgres(postgres.url, { ...OPTIONS, formerKey: async () => undefined });
  });
  afterAll(() => postgres.close());

  const troubles = async (query = ""): Promise<readonly StorageTrouble[]> =>
    (await openPostgres(postgres.url + query, OPTIONS)).outbox.troubles();
  const mayLose = (words: string) => [{ kind: "may_lose", detail: expect.stringContaining(words) }];

  it.each(["fsync", "synchronous_commit"])(
    "troubles: a crash may lose requests when %s is off, not when all is kept",
    async (name) => {
      expect(await troubles()).toEqual([]);
      await postgres.set({ [name]: "off" });
      await expect.poll(() => troubles()).toMatchObject(mayLose(name));
      await postgres.set({ [name]: "on" });
      await expect.poll(() => troubles()).toEqual([]);
    },
  );

  it("troubles: the table of the requests is missing until it has its name again", async () => {
    await postgres.sql("ALTER TABLE quote_request RENAME TO moved");
    await expect.poll(() => troubles()).toMatchObject([{ kind: "missing", code: "42P01" }]);
    await postgres.sql("ALTER TABLE moved RENAME TO quote_request");
    await expect.poll(() => troubles()).toEqual([]);
  });

  it("troubles: a failover may lose requests when a replica is not waited for", async () => {
    const standby = await startPostgres(postgres);
    await expect.poll(() => troubles()).toMatchObject(mayLose("replica"));
    await postgres.set({ synchronous_standby_names: "*" });
    await expect.poll(() => troubles()).toEqual([]);
    await standby.close();
    await postgres.set({ synchronous_standby_names: "" });
  });

  it("troubles: a server must offer TLS when the URL asks for it, and be asked for it when it is remote", async () => {
    expect(await troubles("?sslmode=require")).toMatchObject([{ kind: "unwritable", code: "ETLS" }]);
    await postgres.offerTls();
    const far = "postgres://site@db.example.com/site";
    const troublesOf = async (url: string) =>
      findTroubles(makeConnection(await makePool(url, 30_000), undefined, 30_000), async () => {}, far);
    expect(await troublesOf(postgres.url)).toMatchObject([{ kind: "unencrypted" }]);
    await expect.poll(() => troublesOf(`${postgres.url}?sslmode=no-verify`)).toEqual([]);
  });
});
