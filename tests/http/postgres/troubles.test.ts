import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StorageTrouble } from "~/quote/outbox/outbox.server";
import { makeConnection, makePool } from "~/quote/outbox/postgres/connection.server";
import { openPostgres } from "~/quote/outbox/postgres/open.server";
import { findTroubles } from "~/quote/outbox/postgres/troubles.server";
import { noPostgres, type Postgres, startPostgres } from "../../postgres";

describe.skipIf(noPostgres)("what a server does not keep", () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
    await openPostgres(postgres.url, { ...OPTIONS, formerKey: async () => undefined });
  });
  afterAll(() => postgres.close());

  const OPTIONS = { log: () => {}, keepSentDays: 30, leaseMs: 1_000, lockMs: 1_000 };
  const troubles = async (): Promise<readonly StorageTrouble[]> =>
    (await openPostgres(postgres.url, OPTIONS)).outbox.troubles();

  it("troubles: there is none when all is kept", async () => {
    expect(await troubles()).toEqual([]);
  });

  it.each(["fsync", "synchronous_commit"])(
    "troubles: a crash may lose requests when %s is off",
    async (name) => {
      await postgres.set({ [name]: "off" });
      await expect
        .poll(troubles)
        .toMatchObject([{ kind: "may_lose", detail: expect.stringContaining(name) }]);
      await postgres.set({ [name]: "on" });
      await expect.poll(troubles).toEqual([]);
    },
  );

  it("troubles: a failover may lose requests when a replica is not waited for", async () => {
    const standby = await startPostgres(postgres);
    await expect
      .poll(troubles, { timeout: 10_000 })
      .toMatchObject([{ kind: "may_lose", detail: expect.stringContaining("replica") }]);
    await postgres.set({ synchronous_standby_names: "*" });
    await expect.poll(troubles).toEqual([]);
    await standby.close();
    await postgres.set({ synchronous_standby_names: "" });
  });

  it("troubles: the connection is unencrypted when the server is far and the URL asks for no TLS", async () => {
    await postgres.offerTls();
    const far = "postgres://site@db.example.com/site";
    const troublesOf = async (url: string) => {
      const connection = makeConnection(await makePool(url));
      return findTroubles(connection, async () => {}, far);
    };
    expect(await troublesOf(postgres.url)).toMatchObject([{ kind: "unencrypted" }]);
    await expect.poll(() => troublesOf(`${postgres.url}?sslmode=no-verify`)).toEqual([]);
  });

  it("troubles: it cannot be used when the URL asks for TLS and the server offers none", async () => {
    const plain = await startPostgres();
    const { outbox } = await openPostgres(`${plain.url}?sslmode=require`, OPTIONS);
    expect(await outbox.troubles()).toMatchObject([{ kind: "unwritable", code: "ETLS" }]);
    await plain.close();
  });
});
