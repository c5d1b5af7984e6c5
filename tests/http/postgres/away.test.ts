import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeSmallDisk, noSmallDisks } from "../../faults/disk";
import { DROP_TABLES, noPostgres } from "../../postgres";
import { ask } from "../post";
import { forwarder, inFolder, newRequest, post, taken } from "../services";
import { asGuest, awayCodes, freshPostgres, isBack, postgres, soon, start, statuses } from "./sites";

const NOWHERE = "postgres://site:hush-hush@127.0.0.1:1/postgres";
const noDisk = noPostgres ?? (await noSmallDisks());
if (noDisk) console.log(`SKIPPED a full disk of PostgreSQL: ${noDisk}`);

describe.skipIf(noPostgres)("PostgreSQL away", () => {
  freshPostgres();

  it.each(["SIGINT", "SIGQUIT"] as const)(
    "a quote: sent without being saved, or refused with the phone number, when it ended by %s",
    async (signal) => {
      const site = await start();
      forwarder.behave("status", { status: 500 });
      const waiting = newRequest();
      expect((await post(site, waiting)).status).toBe(503);
      await postgres.stop(signal);
      const began = performance.now();
      const { status, text } = await post(site);
      expect([status, text.includes("tel:")]).toEqual([503, true]);
      expect(performance.now() - began).toBeLessThan(6_000);
      forwarder.reset();
      const saved = newRequest();
      expect((await post(site, saved)).status).toBe(303);
      expect((await ask(site.url, "/readyz")).status).toBe(503);
      await postgres.start();
      await isBack(site);
      await soon(async () => expect(await statuses()).toBe("sent|1"));
      expect(taken()).toEqual([saved, waiting].map(({ projectLocation }) => projectLocation));
      for (const folder of ["new", "sent"] as const) expect(await inFolder(site, folder)).toEqual([]);
    },
  );

  it("rate limit: nothing is said to be saved, and no password is printed, when it is away", async () => {
    const site = await start({ DATABASE_URL: NOWHERE, RATE_LIMIT_MAX: "1" });
    // A private address has the limit of a network.
    for (let sent = 1; sent <= 4; sent++) expect((await post(site)).status).toBe(303);
    const { status, text } = await post(site);
    expect([status, text.includes("This request is saved")]).toEqual([429, false]);
    expect(awayCodes(site)).toEqual(["ECONNREFUSED"]);
    expect(site.output()).not.toContain("hush-hush");
  });

  it("repeat: a quote is sent once when its visitor repeats it meanwhile", async () => {
    const site = await start({ REDELIVERY_WAITS_S: "30" });
    const request = newRequest();
    forwarder.behave("status", { status: 500 });
    expect((await post(site, request)).status).toBe(503);
    forwarder.reset();
    await postgres.stop("SIGQUIT");
    expect((await post(site, request)).status).toBe(303);
    await postgres.start();
    await soon(async () => expect(await statuses()).toBe("sent|1"));
    expect(taken()).toHaveLength(1);
  });

  it("acceptance: it is saved later when the server ends in the middle of an attempt", async () => {
    const site = await start();
    forwarder.behave("slow", { ms: 700 });
    const response = post(site);
    await soon(() => expect(forwarder.received).toHaveLength(1));
    await postgres.stop("SIGQUIT");
    expect((await response).status).toBe(303);
    await postgres.start();
    await soon(async () => expect(await statuses()).toBe("sent|1"));
    expect(taken()).toHaveLength(1);
  });

  it("freeze: nothing is lost or sent twice when the server goes on", async () => {
    const [one, other] = [await start(), await start()];
    const thaw = await postgres.freeze();
    const responses = await Promise.all([1, 2, 3].map(() => post(one)));
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303]);
    thaw();
    await isBack(one);
    await sleep(8_000); // A lease would be over.
    expect(new Set(taken()).size).toBe(3);
    expect(taken()).toHaveLength(3);
    expect(await statuses()).not.toContain("new|");
    expect(other.events("quote.delivered")).toEqual([]);
  });

  it("lock: nothing is written late, and no attempt holds a connection, when the table is locked", async () => {
    const site = await start();
    const locked = postgres.sql("BEGIN; LOCK TABLE quote_request; SELECT pg_sleep(6); COMMIT");
    const locks = "SELECT count(*) > 0 FROM pg_locks WHERE mode = 'AccessExclusiveLock'";
    await soon(async () => expect(await postgres.sql(locks)).toBe("t"));
    expect((await post(site)).status).toBe(303);
    const waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    await soon(async () => expect(await postgres.sql(waiting)).toBe("0"));
    await locked;
    await isBack(site);
    expect(await statuses()).toBe("");
    expect(taken()).toHaveLength(1);
  });

  const USE = "GRANT ALL ON ALL TABLES IN SCHEMA public TO guest";
  const CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'guest'";
  it.each<[string, string, string, string, string?]>([
    [
      "no connection is left",
      "53300",
      "ALTER ROLE guest CONNECTION LIMIT 0",
      "ALTER ROLE guest CONNECTION LIMIT -1",
    ],
    ["the tables are not its own", "42501", "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM guest", USE],
    [
      "it is read-only",
      "25006",
      "ALTER ROLE guest SET default_transaction_read_only = on",
      `ALTER ROLE guest RESET default_transaction_read_only; ${CUT}`,
    ],
    [
      "its password is another one",
      "28P01",
      "ALTER ROLE guest PASSWORD 'another'",
      "ALTER ROLE guest PASSWORD 'right'",
      "right",
    ],
    ["it asks for a password", "EPASSWORD", "", `ALTER ROLE guest SET work_mem = '4MB'`, ""],
  ])("%s: %s is logged, and it is used once that is over", async (_, code, harm, mend, password) => {
    await (await start()).stop(); // Makes the tables.
    let url = await asGuest(USE);
    if (password !== undefined) {
      await postgres.askForPasswords();
      url = url.replace("guest@", `guest:${password}@`).replace(":@", "@");
    }
    await postgres.sql(harm || "SELECT 1");
    const site = await start({ DATABASE_URL: url });
    expect((await post(site)).status).toBe(303);
    expect(awayCodes(site)).toEqual([code]);
    await postgres.sql(mend);
    if (code === "EPASSWORD") return;
    await isBack(site);
    expect((await post(site)).status).toBe(303);
    expect(await statuses()).toBe("sent|1");
  });

  it.skipIf(noDisk)("a full disk: 53100 is logged, and it is used once there is room", async () => {
    const disk = await makeSmallDisk("1m");
    onTestFinished(async () => {
      await postgres.sql(`${DROP_TABLES}; ALTER DATABASE postgres RESET default_tablespace`);
      await postgres.sql("DROP TABLESPACE IF EXISTS small");
      await disk.remove();
    });
    execFileSync("chown", ["postgres", disk.dir]);
    await postgres.sql(`CREATE TABLESPACE small LOCATION '${disk.dir}'`);
    await postgres.sql("ALTER DATABASE postgres SET default_tablespace = small");
    const site = await start();
    disk.fill();
    expect((await post(site)).status).toBe(303);
    expect(awayCodes(site)).toEqual(["53100"]);
    await disk.mend();
    await isBack(site);
    expect((await post(site)).status).toBe(303);
    expect(await statuses()).toBe("sent|1");
  });
});
