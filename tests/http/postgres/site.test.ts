import { describe, expect, it } from "vitest";
import { noPostgres } from "../../postgres";
import { ask, postForm } from "../post";
import { forwarder, freshPostgres, inFolder, places, postgres, someone, soon, start } from "./sites";

describe.skipIf(noPostgres)("two sites over PostgreSQL", () => {
  freshPostgres();
  const pair = async () => [await start(), await start()] as const;
  const arrived = () =>
    forwarder.received.map(({ fields }) => fields.find(([name]) => name === "project_location")?.[1]);

  it("keep a request there, send it, keep nothing of it in a folder, and stop when they are told to", async () => {
    const site = await start();
    const request = someone();
    expect((await postForm(site.url, "/quote", request)).status).toBe(303);
    expect(arrived()).toEqual([request.projectLocation]);
    expect(await places()).toBe("sent|1");
    expect([...(await inFolder(site, "new")), ...(await inFolder(site, "sent"))]).toEqual([]);
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
    await soon(async () => expect(await places()).toBe("sent|1"));
    expect(arrived()).toHaveLength(1);
  });

  it("take up what a killed one had in hand", async () => {
    const [one, other] = await pair();
    forwarder.behave("hang");
    const request = someone();
    const answer = postForm(one.url, "/quote", request).catch(() => undefined);
    await soon(() => expect(forwarder.received).toHaveLength(1));
    await one.stop("SIGKILL");
    await answer;
    forwarder.reset();
    await soon(() => expect(arrived()).toEqual([request.projectLocation]));
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
      expect(await inFolder(site, "new")).toHaveLength(1);
      forwarder.behave("json-true");
      await postgres.start();
      await soon(() =>
        expect(site.events("problem.over")).toContainEqual(
          expect.objectContaining({ problem: "database.away" }),
        ),
      );
      await soon(async () => expect(await inFolder(site, "new")).toEqual([]));
      expect((await postForm(site.url, "/quote", someone())).status).toBe(303);
      expect(await places()).toContain("sent|1");
      const taken = forwarder.received.filter(({ mode }) => mode === "json-true");
      expect(taken).toHaveLength(3);
      expect(site.events("database.away")).not.toEqual([]);
    },
  );

  it("hold in the folder what comes over the rate limit while PostgreSQL is away", async () => {
    const site = await start({ DATABASE_URL: "postgres://site@127.0.0.1:1/postgres", RATE_LIMIT_MAX: "1" });
    await postForm(site.url, "/quote", someone());
    const { status, text } = await postForm(site.url, "/quote", someone());
    expect([status, text.includes("This request is saved and will be sent later.")]).toEqual([429, true]);
    expect(await inFolder(site, "new")).toHaveLength(1);
  });

  it("neither lose nor repeat what PostgreSQL froze over", async () => {
    const [one, other] = await pair();
    const thaw = await postgres.freeze();
    const answers = [1, 2, 3].map(() => postForm(one.url, "/quote", someone()));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([303, 303, 303]);
    thaw();
    await soon(() => expect(one.events("problem.over")).not.toEqual([]));
    expect(new Set(arrived()).size).toBe(3);
    expect(arrived()).toHaveLength(3);
    expect(await places()).not.toContain("new|");
    expect(other.events("quote.delivered")).toEqual([]);
  });

  it("never send what PostgreSQL writes late: the folder has sent it", async () => {
    const site = await start();
    // The insert waits for the lock, longer than the site waits for the insert.
    const locked = postgres.sql("BEGIN; LOCK TABLE request; SELECT pg_sleep(3); COMMIT");
    await soon(async () =>
      expect(await postgres.sql("SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock'")).not.toBe(
        "0",
      ),
    );
    expect((await postForm(site.url, "/quote", someone())).status).toBe(303);
    await locked;
    await soon(() => expect(site.events("problem.over")).not.toEqual([]));
    await soon(async () => expect(await places()).toBe("away|1"));
    expect(arrived()).toHaveLength(1);
  });

  it("note an acceptance once PostgreSQL is back that it could not note, and send it no second time", async () => {
    const site = await start();
    forwarder.behave("slow", { ms: 700 });
    const answer = postForm(site.url, "/quote", someone());
    await soon(() => expect(forwarder.received).toHaveLength(1));
    await postgres.stop("SIGQUIT");
    expect((await answer).status).toBe(303);
    await postgres.start();
    // Before anything else: ten seconds later any replica may send what waits.
    await soon(() => expect(site.events("problem.over")).not.toEqual([]));
    expect(await places()).toBe("sent|1");
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
    await soon(() => expect(site.events("database.away")).not.toEqual([]));
    await postgres.sql("ALTER DATABASE postgres RESET default_transaction_read_only");
    await soon(() => expect(site.events("problem.over")).not.toEqual([]));
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
    const site = await start();
    for (const _ of [1, 2]) await postForm(site.url, "/quote", someone());
    await postgres.sql(
      "UPDATE request SET stored = '{', entry = '{}' WHERE id = (SELECT min(id) FROM request)",
    );
    forwarder.reset();
    await soon(async () => expect(await places()).toBe("new|1\nsent|1"));
    await soon(() => expect(site.events("outbox.damaged")).toHaveLength(1));
  });
});
