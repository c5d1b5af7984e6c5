import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { makeSmallDisk, noSmallDisks } from "../../faults/disk";
import { noPostgres } from "../../postgres";
import { ask } from "../post";
import { inFolder, newRequest, post } from "../services";
import {
  awayCodes,
  describeOverPostgres,
  HASTY,
  isBack,
  leaveWaiting,
  savesOne,
  scene,
  sceneAlone,
  soon,
} from "./sites";

const NOWHERE = "postgres://site:hush-hush@127.0.0.1:1/postgres";
const noDisk = noPostgres ?? (await noSmallDisks());
if (noDisk) console.log(`SKIPPED a full disk of PostgreSQL: ${noDisk}`);

describeOverPostgres("PostgreSQL away", () => {
  it.concurrent.for(["SIGINT", "SIGQUIT"] as const)(
    "a quote: sent without being saved, or refused with the phone number, when it ended by %s",
    async (signal, context) => {
      const { database, forwarder, start, statuses, taken } = await sceneAlone(context);
      const site = await start({ FORWARD_TIMEOUT_MS: "20000" });
      forwarder.behave("status", { status: 500 });
      const waiting = newRequest();
      await leaveWaiting(site, statuses, waiting);
      await database.stop(signal);
      const began = performance.now();
      const { status, text } = await post(site);
      expect([status, text.includes("tel:")]).toEqual([503, true]);
      expect(performance.now() - began).toBeLessThan(15_000); // It could wait for 25 s.
      forwarder.reset();
      const saved = newRequest();
      expect((await post(site, saved)).status).toBe(303);
      // What it says is remembered for five seconds.
      await soon(async () => expect((await ask(site.url, "/readyz")).status).toBe(503));
      await database.start();
      await isBack(site);
      await soon(async () => expect(await statuses()).toBe("sent|1"));
      expect(taken()).toEqual([saved, waiting].map(({ projectLocation }) => projectLocation));
      for (const folder of ["new", "sent"] as const) expect(await inFolder(site, folder)).toEqual([]);
    },
  );

  it.concurrent("first start: quotes are saved as soon as it can be reached", async (context) => {
    const { database, startAway, statuses } = await sceneAlone(context);
    await database.stop();
    const site = await startAway();
    expect((await post(site)).status).toBe(303);
    await database.start();
    await savesOne(site, statuses);
  });

  it.concurrent("repeat: a quote is sent once when its visitor repeats it meanwhile", async (context) => {
    const { database, forwarder, start, statuses, taken } = await sceneAlone(context);
    const site = await start({ REDELIVERY_WAITS_S: "30" });
    const request = newRequest();
    forwarder.behave("status", { status: 500 });
    await leaveWaiting(site, statuses, request);
    forwarder.reset();
    await database.stop("SIGQUIT");
    expect((await post(site, request)).status).toBe(303);
    await database.start();
    await soon(async () => expect(await statuses()).toBe("sent|1"));
    expect(taken()).toHaveLength(1);
  });

  it.concurrent("acceptance: it is saved later when the server ends in the middle of an attempt", async (context) => {
    const { database, forwarder, start, statuses, taken } = await sceneAlone(context);
    const site = await start({ FORWARD_TIMEOUT_MS: "30000" });
    const release = forwarder.hold();
    const response = post(site);
    await soon(() => expect(forwarder.received).toHaveLength(1));
    await database.stop("SIGQUIT");
    release();
    expect((await response).status).toBe(303);
    await database.start();
    await soon(async () => expect(await statuses()).toBe("sent|1"));
    expect(taken()).toHaveLength(1);
  });

  it.concurrent("freeze: nothing is lost or sent twice when the server goes on", async (context) => {
    const { database, start, statuses, taken } = await sceneAlone(context);
    const [one, other] = [await start(HASTY), await start(HASTY)];
    const thaw = await database.freeze();
    const responses = await Promise.all([1, 2, 3].map(() => post(one)));
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303]);
    thaw();
    await isBack(one);
    await sleep(21_000); // A lease would be over.
    expect(new Set(taken()).size).toBe(3);
    expect(taken()).toHaveLength(3);
    expect(await statuses()).not.toContain("new|");
    expect(other.events("quote.delivered")).toEqual([]);
  });

  it.concurrent("lock: nothing is written late, and no attempt holds a connection, when the table is locked", async (context) => {
    const { sql, start, statuses, taken } = await sceneAlone(context);
    const site = await start(HASTY);
    const locked = sql("BEGIN; LOCK TABLE quote_request; SELECT pg_sleep(600)").catch(() => {});
    const holders = "FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted";
    await soon(async () => expect(await sql(`SELECT count(*) > 0 ${holders}`)).toBe("t"));
    const began = performance.now();
    expect((await post(site)).status).toBe(303);
    expect(performance.now() - began).toBeLessThan(10_000);
    // PostgreSQL does not notice that a site no longer waits for what it reads.
    const waiting =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query NOT LIKE 'SELECT%'";
    await soon(async () => expect(await sql(waiting)).toBe("0"));
    await sql(`SELECT pg_terminate_backend(pid) ${holders}`);
    await locked;
    await isBack(site);
    expect(await statuses()).toBe("");
    expect(taken()).toHaveLength(1);
  });

  it("rate limit: nothing is said to be saved, and no password is printed, when it is away", async (context) => {
    const { startAway } = await scene(context);
    const site = await startAway({ DATABASE_URL: NOWHERE, RATE_LIMIT_MAX: "1" });
    // A private address has the limit of a network.
    for (let sent = 1; sent <= 4; sent++) expect((await post(site)).status).toBe(303);
    const { status, text } = await post(site);
    expect([status, text.includes("This request is saved")]).toEqual([429, false]);
    expect(awayCodes(site)).toEqual(["ECONNREFUSED"]);
    expect(site.output()).not.toContain("hush-hush");
  });

  it("a user whom it refuses: why is logged, and it is used once that is over", async (context) => {
    const { makeTables, makeGuest, sql, startAway, statuses } = await scene(context);
    await makeTables();
    const { guest, guestUrl } = await makeGuest();
    const cut = () =>
      sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${guest}'`);
    const tables = `ON quote_request, quote_metadata`;
    const readOnly = "default_transaction_read_only";
    for (const [code, harm, mend] of [
      ["53300", `ALTER ROLE ${guest} CONNECTION LIMIT 0`, `ALTER ROLE ${guest} CONNECTION LIMIT -1`],
      ["42501", `REVOKE ALL ${tables} FROM ${guest}`, `GRANT ALL ${tables} TO ${guest}`],
      ["25006", `ALTER ROLE ${guest} SET ${readOnly} = on`, `ALTER ROLE ${guest} RESET ${readOnly}`],
      ["28P01", `ALTER ROLE ${guest} PASSWORD 'another'`, `ALTER ROLE ${guest} PASSWORD 'right'`],
    ]) {
      const before = await statuses();
      await sql(String(harm));
      const site = await startAway({ DATABASE_URL: guestUrl });
      expect((await post(site)).status, code).toBe(303);
      await soon(() => expect(awayCodes(site)).toContain(code));
      await sql(String(mend));
      if (code === "25006") await cut(); // An open connection stays read-only.
      await soon(async () => {
        expect((await post(site)).status).toBe(303);
        expect(await statuses(), code).not.toBe(before);
        expect(await statuses(), code).toMatch(/^sent\|\d+$/);
      });
      await site.end();
    }
    const asked = await startAway({ DATABASE_URL: guestUrl.replace(":right", "") });
    expect((await post(asked)).status).toBe(303);
    await soon(() => expect(awayCodes(asked)).toEqual(["EPASSWORD"]));
  });

  it.skipIf(noDisk)("a full disk: 53100 is logged, and it is used once there is room", async (context) => {
    const disk = await makeSmallDisk("1m");
    context.onTestFinished(() => disk.remove());
    const { sql, start, statuses } = await sceneAlone(context);
    execFileSync("chown", ["postgres", disk.dir]);
    await sql(`CREATE TABLESPACE small LOCATION '${disk.dir}'`);
    await sql("ALTER DATABASE postgres SET default_tablespace = small");
    const site = await start();
    disk.fill();
    expect((await post(site)).status).toBe(303);
    expect(awayCodes(site)).toEqual(["53100"]);
    await disk.mend();
    await savesOne(site, statuses);
  });
});
