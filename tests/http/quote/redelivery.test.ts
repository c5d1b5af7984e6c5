import { execSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { clockAt } from "../../clock.mjs";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { type MailServer, startMailServer } from "../../mail-server";
import { type Site, startSite } from "../../start-site";
import { sampleRequest } from "../../unit/submit/sample-request";
import { ARRIVED, ask, FORM, postForm } from "../post";

let forwarder: Forwarder;
let mailServer: MailServer;
beforeAll(async () => {
  forwarder = await startForwarder();
  mailServer = await startMailServer();
});
beforeEach(() => {
  forwarder.reset();
  mailServer.behave("accept");
  mailServer.received.length = 0;
});
afterAll(() => Promise.all([forwarder.close(), mailServer.close()]));

/** Waits short enough to be waited for; what nobody tried yet is taken up after the attempt's own time. */
const SHORT = { REDELIVERY_WAITS_S: "1,1,2", FORWARD_TIMEOUT_MS: "3000" };
const delivered = (site: Site) => vi.waitFor(() => expect(site.events("quote.delivered")).toHaveLength(1));
const emptied = (site: Site) => vi.waitFor(async () => expect(await site.waiting()).toEqual([]));

describe("redelivery", () => {
  it("brings a kept request to the forwarder when that accepts again, field by field, once; readyz says ready and no more, and a stop ends it", async () => {
    forwarder.behave("status", { status: 500 });
    const site = await startSite({ FORWARD_URL: forwarder.url, ...SHORT });
    expect(await ask(site.url, "/healthz")).toMatchObject({ status: 200, text: "ok\n" });
    expect((await postForm(site.url, "/quote")).status).toBe(503);
    const { status, text, headers } = await ask(site.url, "/readyz");
    expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
    // The public does not learn that one waits.
    expect(text).toBe('{"outbox":"writable"}');
    forwarder.reset();
    await emptied(site);
    const fields = expect.arrayContaining(ARRIVED("New Quote Request from Website"));
    expect(forwarder.received.map((arrival) => arrival.fields)).toEqual([fields]);
    await delivered(site);
    expect(site.events("quote.delivered")).toMatchObject([{ channel: "forward", attempts: 2 }]);
    expect(await site.stop("SIGTERM")).toBe(0);
    await site.end();
  });

  it("delivers after kill -9 what was in flight: the request is on disk, whole", async () => {
    forwarder.behave("hang");
    const first = await startSite({ FORWARD_URL: forwarder.url });
    const answer = postForm(first.url, "/quote").catch((error: Error) => error);
    await vi.waitFor(() => expect(forwarder.received).toHaveLength(1));
    expect(await first.stop("SIGKILL")).toBe("SIGKILL");
    expect(await answer).toBeInstanceOf(Error);
    const request = { ...FORM, additionalNotes: "First\nSecond" };
    expect(await first.waiting()).toMatchObject([{ form: "quote", tries: {}, request }]);
    forwarder.reset();
    const second = await startSite({ FORWARD_URL: forwarder.url, ...SHORT, OUTBOX_DIR: first.outboxDir });
    await emptied(second);
    expect(forwarder.received).toHaveLength(1);
    await second.end();
  });

  it("is one process's work, when two share an outbox, and the other's when that one dies", async () => {
    forwarder.behave("status", { status: 503 });
    const first = await startSite({ FORWARD_URL: forwarder.url, ...SHORT });
    const second = await startSite({ FORWARD_URL: forwarder.url, ...SHORT, OUTBOX_DIR: first.outboxDir });
    expect((await postForm(second.url, "/quote")).status).toBe(503);
    forwarder.reset();
    await emptied(first);
    expect(forwarder.received).toHaveLength(1);
    await delivered(first);

    await first.stop("SIGKILL");
    forwarder.behave("status", { status: 503 });
    await postForm(second.url, "/contact");
    forwarder.reset();
    await emptied(second);
    await delivered(second);
    await second.end();
  });

  it("sends at once what an operator frees of its wait", async () => {
    forwarder.behave("status", { status: 500 });
    const site = await startSite({ FORWARD_URL: forwarder.url, REDELIVERY_WAITS_S: "60" });
    await postForm(site.url, "/quote");
    forwarder.reset();
    const [name = ""] = await readdir(join(site.outboxDir, "new"));
    const file = join(site.outboxDir, "new", name);
    // As by hand, with an editor.
    const without = (await readFile(file, "utf8")).split("\n").filter((line) => !line.includes('"next":'));
    await writeFile(file, without.join("\n"));
    await site.stop("SIGTERM");
    const again = await startSite({ FORWARD_URL: forwarder.url, OUTBOX_DIR: site.outboxDir });
    await emptied(again);
    expect(forwarder.received).toHaveLength(1);
    await again.end();
  });
});

describe("a corrected request", () => {
  it("is a second one: both arrive, and no post removes the one that waits", async () => {
    forwarder.behave("status", { status: 500 });
    const site = await startSite({ FORWARD_URL: forwarder.url, ...SHORT, REDELIVERY_WAITS_S: "2" });
    const red = await postForm(site.url, "/quote");
    expect(red.status).toBe(503);
    const id = (await site.waiting())[0]?.id ?? "";
    expect(red.text).not.toContain(id);
    forwarder.reset();
    const correct = (changes: object) => postForm(site.url, "/quote", { ...FORM, ...changes });
    expect((await correct({ phone: "269 555 0199" })).status).toBe(303);
    expect((await correct({ phone: "269 555 0177", replaces: id })).status).toBe(303);
    await emptied(site);
    const phones = forwarder.received.map(({ fields }) => new Map(fields).get("phone"));
    expect(phones.sort()).toEqual([FORM.phone, "269 555 0177", "269 555 0199"].sort());
    await site.end();
  });
});

describe("the second channel", () => {
  it("mails what the forwarder has not accepted in time, and then the forwarder gets it no more", async () => {
    forwarder.behave("json-activation");
    const settings = { FORWARD_URL: forwarder.url, SMTP_URL: mailServer.url, MAIL_TO: "owner@dig.example" };
    // The hour of the weekly email, which a first start does not send.
    Object.assign(settings, clockAt("2026-11-23T09:00:00-05:00"));
    const site = await startSite({ ...settings, REDELIVERY_WAITS_S: "1", MAIL_AFTER_S: "1" });
    expect((await postForm(site.url, "/quote")).status).toBe(303);
    expect(site.events("quote.kept")).toMatchObject([{ level: "error", class: "needs-activation" }]);
    await emptied(site);
    expect(mailServer.received).toHaveLength(1);
    expect(mailServer.received[0]?.mail.text).toContain(FORM.fullName);
    await delivered(site);
    expect(site.events("quote.delivered")).toMatchObject([{ channel: "mail", class: "mail-accepted" }]);
    await site.end();
  });

  it("alone: the visitor waits for the mail server", async () => {
    const site = await startSite({
      SMTP_URL: mailServer.url,
      MAIL_TO: "owner@dig.example",
      REDELIVERY_WAITS_S: "1",
    });
    expect(site.events().filter(({ level }) => level === "error")).toEqual([]);
    expect((await postForm(site.url, "/contact")).status).toBe(303);
    expect(mailServer.received).toHaveLength(1);
    mailServer.behave("defer");
    expect((await postForm(site.url, "/quote")).status).toBe(503);
    mailServer.behave("accept");
    await emptied(site);
    expect(mailServer.received).toHaveLength(2);
    await site.end();
  });
});

describe("an outbox of version 1.0.0", () => {
  it("names at its start what version 1.0.0 set aside as spam, and sends what the operator moves as it says", async () => {
    const outboxDir = await mkdtemp(join(tmpdir(), "outbox-"));
    await mkdir(join(outboxDir, "suspect"));
    for (const fullName of ["One", "Other"]) {
      const stored = sampleRequest("quote", { fullName });
      await writeFile(join(outboxDir, "suspect", `${stored.id}.json`), JSON.stringify(stored));
    }
    const site = await startSite({ FORWARD_URL: forwarder.url, ...SHORT, OUTBOX_DIR: outboxDir });
    await vi.waitFor(() =>
      expect(site.events("outbox.leftover")).toMatchObject([{ level: "warn", count: 2 }]),
    );
    const [command = ""] = /mv .*\/new\//.exec(String(site.events("outbox.leftover")[0]?.advice)) ?? [];
    execSync(command);
    await emptied(site);
    expect(forwarder.received.map(({ fields }) => fields[3]?.[1]).sort()).toEqual(["One", "Other"]);
    await site.end();
  });
});
