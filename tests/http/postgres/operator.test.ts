import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { noPostgres, type Postgres, startPostgres } from "../../postgres";
import { type Site, startSite } from "../../start-site";
import { runCommand } from "../operator/run-command";
import { FORM, postForm } from "../post";

describe.skipIf(noPostgres)("with requests in PostgreSQL", () => {
  let postgres: Postgres;
  let forwarder: Forwarder;
  let site: Site;
  beforeAll(async () => {
    [postgres, forwarder] = [await startPostgres(), await startForwarder()];
    // What the operator must act on waits for the second time from the start.
    forwarder.behave("json-activation");
    site = await startSite({
      DATABASE_URL: postgres.url,
      FORWARD_URL: forwarder.url,
      REDELIVERY_WAITS_S: "4,9999",
    });
    for (const fullName of ["Ann", "Bob", "Cleo"])
      await postForm(site.url, "/quote", { ...FORM, fullName, email: `${fullName}@example.com` });
  });
  afterAll(async () => {
    await site.end();
    await postgres.close();
    await forwarder.close();
  });

  /** Runs a command beside the site, with its settings. */
  const command = (program: "doctor" | "outbox", args: string[] = [], DATABASE_URL = postgres.url) => {
    const { port, outboxDir: OUTBOX_DIR } = site;
    const settings = { DATABASE_URL, FORWARD_URL: forwarder.url, HOST: "127.0.0.1", PORT: String(port) };
    return runCommand(program, args, { ...settings, OUTBOX_DIR });
  };
  const outbox = (...args: string[]) => command("outbox", args);
  const idOf = (name: string) => postgres.sql(`SELECT id FROM quote_request WHERE stored LIKE '%"${name}"%'`);

  it("outbox command: it lists, shows, exports and erases when quotes are in PostgreSQL", async () => {
    const { waiting } = JSON.parse((await outbox("list", "--json")).out);
    expect(waiting).toHaveLength(3);
    expect((await outbox("show", await idOf("Ann"))).out).toContain("Ann@example.com");
    expect((await outbox("export")).out.match(/@example\.com/g)).toHaveLength(3);
    expect((await outbox("erase", "Cleo@example.com", "--yes")).out).toContain("1 deleted");
    expect(await postgres.sql("SELECT count(*) FROM quote_request")).toBe("2");
  });

  it("outbox command: a quote is sent now, or again, when quotes are in PostgreSQL", async () => {
    forwarder.reset();
    const id = await idOf("Ann");
    expect((await outbox("now", id)).code).toBe(0);
    const statusOf = () => postgres.sql(`SELECT status FROM quote_request WHERE id = '${id}'`);
    await expect.poll(statusOf).toBe("sent");
    const before = forwarder.received.length;
    expect((await outbox("again", id)).code).toBe(0);
    await expect.poll(() => forwarder.received.length).toBe(before + 1);
    await expect.poll(statusOf).toBe("sent");
  });

  it("outbox command: a row without its text is not listed when KEEP_SENT_DAYS is 0", async () => {
    await postgres.sql(
      `INSERT INTO quote_request (id, status, received, written_at, leased_until, lease_holder, state, stored) VALUES ('${"e".repeat(32)}', 'sent', '', 0, 0, '', '{}', '')`,
    );
    const { code, out } = await outbox("list", "--json");
    expect([code, JSON.stringify(JSON.parse(out)).includes("eeee")]).toEqual([0, false]);
  });

  it("outbox command: a quote is left alone when it is in flight", async () => {
    forwarder.reset();
    forwarder.behave("slow", { ms: 9_000 });
    const responses = [1, 2, 3].map((number) =>
      postForm(site.url, "/quote", {
        ...FORM,
        fullName: `Dora ${number}`,
        projectLocation: `${number} Road`,
      }),
    );
    const arrived = () => forwarder.received.filter(({ fields }) => JSON.stringify(fields).includes("Dora"));
    await expect.poll(() => arrived().length).toBe(3);
    const id = await idOf("Dora 1");
    // At once: all while the first attempt lasts.
    const commands = [
      ["now", "all"],
      ["now", id],
      ["forget", id],
    ].map((words) => outbox(...words));
    for (const { code, err } of await Promise.all(commands)) {
      expect(code).toBe(1);
      expect(err).toContain(`${id} is being sent right now, so it was left as it is.`);
    }
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(arrived()).toHaveLength(3);
  });

  it("outbox command: it says why when PostgreSQL cannot be used", async () => {
    const { code, err } = await command("outbox", ["list"], "postgres://site@127.0.0.1:1/postgres");
    expect([code, err]).toEqual([1, "PostgreSQL cannot be used (ECONNREFUSED): nothing listens there\n"]);
  });

  it("doctor: it reads what the site knows when quotes are in PostgreSQL", async () => {
    await expect
      .poll(async () => (await command("doctor")).out)
      .toMatch(/ok\s+running site .*\n(.*\n)*ok\s+requests\s+\d+ waiting/);
  });
});
