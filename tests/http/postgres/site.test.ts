import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { noPostgres } from "../../postgres";
import { ask } from "../post";
import { forwarder, inFolder, newRequest, post, start as startSite, taken } from "../services";
import { freshPostgres, isBack, places, postgres, soon, start } from "./sites";

const newDatabase = expect.objectContaining({
  place: "PostgreSQL",
  advice: expect.stringContaining("another database"),
});
const NOWHERE = "postgres://site:hush-hush@127.0.0.1:1/postgres";

describe.skipIf(noPostgres)("two sites over PostgreSQL", () => {
  freshPostgres();
  const pair = async () => [await start(), await start()] as const;

  it("keep a request there, send it, keep nothing of it in a folder, and stop when they are told to", async () => {
    const site = await start();
    const request = newRequest();
    expect((await post(site, request)).status).toBe(303);
    expect(taken()).toEqual([request.projectLocation]);
    expect(await places()).toBe("sent|1");
    expect([...(await inFolder(site, "new")), ...(await inFolder(site, "sent"))]).toEqual([]);
    expect(await site.stop("SIGTERM")).toBe(0);
  });

  it("tell both the same who post one request to both at once, send it once, and not again within the hour", async () => {
    const [one, other] = await pair();
    const both = async (request = newRequest()) =>
      (await Promise.all([post(one, request), post(other, request)])).map(({ status }) => status);
    forwarder.behave("status", { status: 500 });
    expect(await both()).toEqual([503, 503]);
    forwarder.behave("slow", { ms: 500 });
    await soon(async () => expect(await places()).toBe("sent|1"));
    const request = newRequest();
    expect(await both(request)).toEqual([303, 303]);
    expect((await post(other, request)).status).toBe(303);
    expect(taken()).toHaveLength(2);
  });

  it("take up what a killed one had in hand", async () => {
    const [one, other] = await pair();
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

  it("take up what a frozen one had in hand, which brings nothing back when it wakes", async () => {
    const [frozen] = await pair();
    forwarder.behave("hang");
    const answer = post(frozen).catch(() => undefined);
    await soon(() => expect(forwarder.received).toHaveLength(1));
    process.kill(frozen.pid, "SIGSTOP");
    forwarder.behave("json-true");
    await soon(async () => expect(await places()).toBe("sent|1"));
    process.kill(frozen.pid, "SIGCONT");
    await answer;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await places()).toBe("sent|1");
    expect(taken()).toHaveLength(1);
  });

  it.each(["SIGINT", "SIGQUIT"] as const)(
    "answer every visitor while PostgreSQL is away (%s): the folder keeps and sends, and nothing comes twice",
    async (signal) => {
      const site = await start();
      await postgres.stop(signal);
      const began = performance.now();
      expect((await post(site)).status).toBe(303);
      expect(performance.now() - began).toBeLessThan(10_000);
      expect(await inFolder(site, "sent")).toHaveLength(1);
      forwarder.behave("status", { status: 500 });
      expect((await post(site)).status).toBe(503);
      expect(await inFolder(site, "new")).toHaveLength(1);
      forwarder.behave("json-true");
      await postgres.start();
      await isBack(site);
      await soon(async () => expect(await inFolder(site, "new")).toEqual([]));
      expect((await post(site)).status).toBe(303);
      expect(await places()).toContain("sent|1");
      expect(taken()).toHaveLength(3);
    },
  );

  it("send once what the folder kept while PostgreSQL was away, and its visitor sent again once it was back", async () => {
    const site = await start({ REDELIVERY_WAITS_S: "30" });
    const request = newRequest();
    await postgres.stop("SIGQUIT");
    forwarder.behave("status", { status: 500 });
    expect((await post(site, request)).status).toBe(503);
    expect(await inFolder(site, "new")).toHaveLength(1);
    forwarder.behave("json-true");
    await postgres.start();
    await isBack(site);
    expect((await post(site, request)).status).toBe(303);
    await soon(async () => expect(await inFolder(site, "new")).toEqual([]));
    expect(taken()).toHaveLength(1);
  });

  it("send once what waited in PostgreSQL, and its visitor sent again while it was away", async () => {
    const site = await start({ REDELIVERY_WAITS_S: "30" });
    const request = newRequest();
    forwarder.behave("status", { status: 500 });
    expect((await post(site, request)).status).toBe(503);
    expect(await places()).toBe("new|1");
    forwarder.behave("json-true");
    await postgres.stop("SIGQUIT");
    expect((await post(site, request)).status).toBe(303);
    await postgres.start();
    await isBack(site);
    expect(await places()).toBe("away|1");
    expect(await postgres.sql("SELECT entry || stored FROM request")).toBe("");
    expect(taken()).toHaveLength(1);
  });

  it("send once what waited in PostgreSQL, and its visitor sent again in vain while it was away", async () => {
    const site = await start();
    const request = newRequest();
    forwarder.behave("status", { status: 500 });
    expect((await post(site, request)).status).toBe(503);
    await postgres.stop("SIGQUIT");
    expect((await post(site, request)).status).toBe(503);
    forwarder.behave("json-true");
    await postgres.start();
    await isBack(site);
    await soon(async () => expect(await inFolder(site, "sent")).toHaveLength(1));
    expect(await places()).toBe("away|1");
    expect(taken()).toHaveLength(1);
  });

  it("say what is wrong where the database is a new one, or DATABASE_URL is gone", async () => {
    const site = await start();
    await soon(() => expect(site.events("outbox.created")).toContainEqual(newDatabase));
    await site.stop();
    const again = await start({ OUTBOX_DIR: site.outboxDir });
    expect((await post(again)).status).toBe(303);
    expect(again.events("outbox.created")).toEqual([]);
    await again.stop();
    const without = await startSite({ FORWARD_URL: forwarder.url, OUTBOX_DIR: site.outboxDir });
    const advice = expect.stringContaining("requests that wait in PostgreSQL are not sent");
    await soon(() => expect(without.began("storage.replaced")).toMatchObject([{ level: "error", advice }]));
  });

  it("start and serve while PostgreSQL is away, hold in the folder what is too much, and never print the password", async () => {
    const site = await start({ DATABASE_URL: NOWHERE, RATE_LIMIT_MAX: "1" });
    // A private address has the limit of a network.
    for (let sent = 1; sent <= 4; sent++) expect((await post(site)).status).toBe(303);
    for (let held = 1; held <= 16; held++) {
      const { status, text } = await post(site);
      expect([status, text.includes("This request is saved and will be sent later.")]).toEqual([429, true]);
    }
    expect(await inFolder(site, "new")).toHaveLength(16);
    expect((await ask(site.url, "/readyz")).status).toBe(503);
    expect(site.events("database.away")).toMatchObject([{ level: "error", code: "ECONNREFUSED" }]);
    expect(site.output()).not.toContain("hush-hush");
  });

  it("neither lose nor repeat what PostgreSQL froze over", async () => {
    const [one, other] = await pair();
    const thaw = await postgres.freeze();
    const answers = await Promise.all([1, 2, 3].map(() => post(one)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    thaw();
    await isBack(one);
    expect([taken().length, new Set(taken()).size]).toEqual([3, 3]);
    expect(await places()).not.toContain("new|");
    expect(other.events("quote.delivered")).toEqual([]);
  });

  it("never send what PostgreSQL writes late: the folder has sent it", async () => {
    const site = await start();
    // The insert waits for the lock, longer than the site waits for the insert.
    const locked = postgres.sql("BEGIN; LOCK TABLE request; SELECT pg_sleep(9); COMMIT");
    const locks = "SELECT count(*) > 0 FROM pg_locks WHERE mode = 'AccessExclusiveLock'";
    await soon(async () => expect(await postgres.sql(locks)).toBe("t"));
    expect((await post(site)).status).toBe(303);
    await sleep(7_000);
    // The insert, and perhaps one try: no try holds its connection.
    const waiting = "SELECT count(*) < 3 FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    expect(await postgres.sql(waiting)).toBe("t");
    await locked;
    await isBack(site);
    await soon(async () => expect(await places()).toBe("away|1"));
    expect(taken()).toHaveLength(1);
  });

  it("note an acceptance once PostgreSQL is back that it could not note, and send it no second time", async () => {
    const site = await start();
    forwarder.behave("slow", { ms: 700 });
    const answer = post(site);
    await soon(() => expect(forwarder.received).toHaveLength(1));
    await postgres.stop("SIGQUIT");
    expect((await answer).status).toBe(303);
    await postgres.start();
    // Before anything else: ten seconds later any replica may send what waits.
    await isBack(site);
    expect(await places()).toBe("sent|1");
    expect(taken()).toHaveLength(1);
  });

  it("pass over a row that is no request, say so once, and send the others", async () => {
    forwarder.behave("status", { status: 500 });
    const site = await start();
    for (const _ of [1, 2]) await post(site);
    const first = "(SELECT min(id) FROM request)";
    await postgres.sql(`UPDATE request SET stored = '{', entry = '{}' WHERE id = ${first}`);
    forwarder.reset();
    await soon(async () => expect(await places()).toBe("new|1\nsent|1"));
    await soon(() => expect(site.began("requests.damaged")).toHaveLength(1));
  });

  it("send again what waited in an older copy that is restored, nothing that was sent since, and go on", async () => {
    forwarder.behave("status", { status: 500 });
    const site = await start();
    const [waited, since, later] = [newRequest(), newRequest(), newRequest()];
    expect((await post(site, waited)).status).toBe(503);
    const restore = await postgres.dump();
    forwarder.behave("json-true");
    await soon(async () => expect(await places()).toBe("sent|1"));
    expect((await post(site, since)).status).toBe(303);
    await restore();
    await soon(async () => expect(await places()).toBe("sent|1"));
    expect((await post(site, later)).status).toBe(303);
    const where = [waited, since, waited, later].map(({ projectLocation }) => projectLocation);
    expect(taken()).toEqual(where);
    expect(await places()).toBe("sent|2");
  });
});
