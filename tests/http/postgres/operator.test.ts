import { expect, it } from "vitest";
import type { Site } from "../../start-site";
import { runCommand } from "../operator/run-command";
import { newRequest, post } from "../services";
import { describeOverPostgres, scene, soon } from "./sites";

/** Runs a command beside a site, with its settings. */
const beside =
  ({ port, outboxDir: OUTBOX_DIR }: Site, settings: { DATABASE_URL: string; FORWARD_URL: string }) =>
  (program: "doctor" | "outbox", ...args: string[]) =>
    runCommand(program, args, { ...settings, OUTBOX_DIR, HOST: "127.0.0.1", PORT: String(port) });

describeOverPostgres("with requests in PostgreSQL", () => {
  it("commands: they list, show, export, erase and send what waits; the doctor knows of it", async (context) => {
    const { forwarder, sql, start, url: DATABASE_URL } = await scene(context);
    // What the operator must act on waits for the second time from the start.
    forwarder.behave("json-activation");
    const site = await start({ REDELIVERY_WAITS_S: "4,9999" });
    for (const fullName of ["Ann", "Bob", "Cleo"])
      await post(site, newRequest({ fullName, email: `${fullName}@example.com` }));
    const command = beside(site, { DATABASE_URL, FORWARD_URL: forwarder.url });
    const outbox = (...args: string[]) => command("outbox", ...args);
    // KEEP_SENT_DAYS was 0 when it was sent: it is not listed.
    await sql(
      `INSERT INTO quote_request (id, status, received, written_at, leased_until, lease_holder, state, stored) VALUES ('${"e".repeat(32)}', 'sent', '', 0, 0, '', '{}', '')`,
    );

    const { code, out } = await outbox("list", "--json");
    const listed = JSON.parse(out);
    expect([code, listed.waiting.length, out.includes("eeee")]).toEqual([0, 3, false]);
    const id = await sql(`SELECT id FROM quote_request WHERE stored LIKE '%"Ann"%'`);
    expect((await outbox("show", id)).out).toContain("Ann@example.com");
    expect((await outbox("export")).out.match(/@example\.com/g)).toHaveLength(3);
    expect((await outbox("erase", "Cleo@example.com", "--yes")).out).toContain("1 deleted");
    expect(await sql("SELECT count(*) FROM quote_request WHERE status = 'new'")).toBe("2");
    const knows = /ok\s+running site .*\n(.*\n)*ok\s+requests\s+\d+ waiting/;
    await soon(async () => expect((await command("doctor")).out).toMatch(knows));

    forwarder.reset();
    const statusOf = () => sql(`SELECT status FROM quote_request WHERE id = '${id}'`);
    for (const [times, word] of ["now", "again"].entries()) {
      expect((await outbox(word, id)).code).toBe(0);
      await soon(() => expect(forwarder.received).toHaveLength(times + 1));
      await soon(async () => expect(await statusOf()).toBe("sent"));
    }
  });

  it("outbox command: a quote is left alone when it is in flight", async (context) => {
    const { forwarder, sql, start, url: DATABASE_URL } = await scene(context);
    const site = await start({ FORWARD_TIMEOUT_MS: "60000" });
    const command = beside(site, { DATABASE_URL, FORWARD_URL: forwarder.url });
    for (const [times, words] of [["now", "all"], ["now"], ["forget"]].entries()) {
      const release = forwarder.hold();
      const response = post(site);
      await soon(() => expect(forwarder.received).toHaveLength(times + 1));
      const id = await sql("SELECT id FROM quote_request WHERE status = 'new'");
      const { code, err } = await command("outbox", ...words, ...(words.length === 1 ? [id] : []));
      expect(code).toBe(1);
      expect(err).toContain(`${id} is being sent right now, so it was left as it is.`);
      release();
      expect((await response).status).toBe(303);
    }
    expect(forwarder.received).toHaveLength(3);
  });

  it("commands: they say why when PostgreSQL cannot be used", async () => {
    const settings = { DATABASE_URL: "postgres://site@127.0.0.1:1/postgres" };
    const { code, err } = await runCommand("outbox", ["list"], settings);
    expect([code, err]).toEqual([1, "PostgreSQL cannot be used (ECONNREFUSED): nothing listens there\n"]);
    const { out } = await runCommand("doctor", [], settings);
    expect(out).toMatch(
      /status cannot be read in PostgreSQL \(ECONNREFUSED\)\. Check DATABASE_URL and the server/,
    );
  });
});
