import { expect, it } from "vitest";
import { makeConnection, makePool } from "~/quote/outbox/postgres/connection.server";
import { IS_LEASED } from "~/quote/outbox/postgres/schema.server";
import { inFolder, newRequest, post } from "../services";
import { describeOverPostgres, HASTY, scene, soon } from "./sites";

describeOverPostgres("two sites over PostgreSQL", () => {
  it("quotes: they are sent from the table alone, and one that is posted to both sites is sent once", async (context) => {
    const { forwarder, start, statuses, taken } = await scene(context);
    const [one, other] = [await start(), await start()];
    const first = newRequest();
    expect((await post(one, first)).status).toBe(303);
    expect(taken()).toEqual([first.projectLocation]);
    await soon(async () => expect(await statuses()).toBe("sent|1"));

    const both = async (request = newRequest()) =>
      (await Promise.all([post(one, request), post(other, request)])).map(({ status }) => status);
    forwarder.behave("status", { status: 500 });
    expect(await both()).toEqual([503, 503]);
    forwarder.behave("slow", { ms: 500 });
    await soon(async () => expect(await statuses()).toBe("sent|2"));
    const request = newRequest();
    expect(await both(request)).toEqual([303, 303]);
    expect((await post(other, request)).status).toBe(303);
    expect(taken()).toHaveLength(3);
    for (const place of ["new", "sent"] as const) expect(await inFolder(one, place)).toEqual([]);
    expect(await one.stop("SIGTERM")).toBe(0);
  });

  it.concurrent("worker: the other site sends the quote when one is killed in its attempt", async (context) => {
    const { forwarder, start, taken } = await scene(context);
    const [one, other] = [await start(), await start()];
    forwarder.behave("hang");
    const request = newRequest();
    const answer = post(one, request).catch(() => undefined);
    await soon(() => expect(forwarder.received).toHaveLength(1));
    await one.stop("SIGKILL");
    await answer;
    forwarder.reset();
    await soon(() => expect(taken()).toEqual([request.projectLocation]));
    await soon(() => expect(other.events("quote.delivered")).toHaveLength(1));
  });

  it.concurrent("worker: the other site sends the quote once when one freezes and wakes", async (context) => {
    const { forwarder, start, statuses, taken } = await scene(context);
    const [frozen] = [await start(HASTY), await start(HASTY)];
    forwarder.behave("hang");
    const answer = post(frozen).catch(() => undefined);
    await soon(() => expect(forwarder.received).toHaveLength(1));
    process.kill(frozen.pid, "SIGSTOP");
    forwarder.behave("json-true");
    await soon(async () => expect(await statuses()).toBe("sent|1"));
    process.kill(frozen.pid, "SIGCONT");
    await answer;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await statuses()).toBe("sent|1");
    expect(taken()).toHaveLength(1);
  });

  it.concurrent("transaction: others may soon write the same row when a site freezes before its COMMIT", async (context) => {
    const { makeTables, sql, url } = await scene(context);
    await makeTables();
    const pool = await makePool(url, 10_000);
    pool.on("connect", (client) => {
      const query = client.query.bind(client) as (...statement: unknown[]) => unknown;
      const freezing = (...statement: unknown[]) =>
        statement[0] === "COMMIT" ? new Promise(() => {}) : query(...statement);
      Object.assign(client, { query: freezing });
    });
    const write = "UPDATE quote_metadata SET value = '' WHERE name = 'probe'";
    makeConnection(pool, undefined, 10_000)
      .write(write)
      .catch(() => {}); // It ends with the server.
    const idle =
      "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()";
    await soon(async () => expect(await sql(idle)).toBe("1"));
    await soon(async () => void (await sql(`SET lock_timeout = 200; ${write}`)));
  });

  it.concurrent("lease: a quote is sent once when the other site has a shorter time limit", async (context) => {
    const { forwarder, start, statuses, taken } = await scene(context);
    const patient = await start({ FORWARD_TIMEOUT_MS: "30000" });
    await start({ FORWARD_TIMEOUT_MS: "3000" });
    forwarder.behave("slow", { ms: 8_000 });
    expect((await Promise.all([1, 2, 3].map(() => post(patient)))).map(({ status }) => status)).toEqual([
      303, 303, 303,
    ]);
    expect(taken()).toHaveLength(3);
    await soon(async () => expect(await statuses()).toBe("sent|3"));
  });

  it("damaged: the others are sent, and one condition begins, when a row is not a quote", async (context) => {
    const { forwarder, sql, start, statuses } = await scene(context);
    forwarder.behave("status", { status: 500 });
    const site = await start();
    for (const _ of [1, 2]) await post(site);
    const first = "(SELECT min(id) FROM quote_request)";
    // Not while it is being sent: the result is saved over it.
    const damage = `UPDATE quote_request SET stored = '{', state = '{}' WHERE id = ${first} AND NOT ${IS_LEASED} RETURNING 1`;
    await soon(async () => expect(await sql(damage)).toBe("1"));
    forwarder.reset();
    await soon(async () => expect(await statuses()).toBe("new|1\nsent|1"));
    await soon(() => expect(site.began("requests.damaged")).toHaveLength(1));
  });
});
