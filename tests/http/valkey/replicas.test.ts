import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type MailServer, startMailServer } from "../../mail-server";
import { type Site, startSite } from "../../start-site";
import { noValkey } from "../../valkey-server";
import { ARRIVED, FORM, postForm } from "../post";
import { valkeySites } from "./valkey-sites";

it("without VALKEY_URL nothing of Valkey is loaded", async () => {
  const imports = (await readFile("build/index.js", "utf8")).match(/(?:from|import) "[^"]+"/g);
  expect(imports?.length).toBeGreaterThan(5);
  expect(imports?.filter((line) => /ioredis/.test(line))).toEqual([]);
});

describe.skipIf(noValkey)("two processes on one Valkey", () => {
  const on = valkeySites({ REDELIVERY_WAITS_S: "1,1,2", FORWARD_TIMEOUT_MS: "3000" });
  const { start, ready, emptied, arrived, lines } = on;
  let mailServer: MailServer;
  beforeAll(async () => {
    mailServer = await startMailServer();
  });
  beforeEach(() => {
    mailServer.behave("accept");
    mailServer.received.length = 0;
  });
  afterAll(() => mailServer.close());

  it("the same request at both, at once and once more: one delivery; what one had in flight when it was killed the other delivers, once", async () => {
    on.forwarder.behave("slow", { ms: 400 });
    const [first, second] = [await start({ FORWARD_TIMEOUT_MS: "5000" }), await start()];
    const answers = await Promise.all([postForm(first.url, "/quote"), postForm(second.url, "/quote")]);
    answers.push(await postForm(second.url, "/quote"), await postForm(first.url, "/quote"));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(on.forwarder.received).toHaveLength(1);

    on.forwarder.reset();
    on.forwarder.behave("hang");
    const before = second.events("quote.delivered").length;
    const answer = postForm(first.url, "/quote", { ...FORM, fullName: "In flight" }).catch(() => undefined);
    await arrived(1);
    expect(await ready(second)).toMatchObject({ waiting: 1 });
    await first.stop("SIGKILL");
    await answer;
    on.forwarder.reset();
    await arrived(1);
    await emptied(second);
    expect(second.events("quote.delivered").slice(before)).toMatchObject([
      { channel: "forward", attempts: 1 },
    ]);
    expect(on.forwarder.received).toHaveLength(1);
  });

  it("brings what was kept out again, once, and again after a restart of Valkey", async () => {
    on.forwarder.behave("status", { status: 500 });
    const [first, second] = [await start(), await start()];
    expect((await postForm(first.url, "/quote")).status).toBe(503);
    expect((await postForm(second.url, "/contact")).status).toBe(503);
    await on.valkey.stop("SIGKILL");
    await on.valkey.start();
    on.forwarder.reset();
    await arrived(2);
    await Promise.all([emptied(first), emptied(second)]);
    expect(on.forwarder.received).toHaveLength(2);
  });

  it("mails what the forwarder has not accepted in time, and then the forwarder gets it no more", async () => {
    on.forwarder.behave("json-activation");
    const mail = {
      SMTP_URL: mailServer.url,
      MAIL_TO: "owner@dig.example",
      MAIL_AFTER_S: "1",
      FORWARD_TIMEOUT_MS: "5000",
    };
    const [first, second] = [await start(mail), await start(mail)];
    expect((await postForm(first.url, "/quote")).status).toBe(303);
    await vi.waitFor(() => expect(mailServer.received).toHaveLength(1));
    on.forwarder.reset();
    await emptied(second);
    expect(mailServer.received[0]?.mail.text).toContain(FORM.fullName);
    expect([mailServer.received.length, on.forwarder.received.length]).toEqual([1, 0]);
  });

  it("tries by each way again when the operator says so", async () => {
    on.forwarder.behave("status", { status: 500 });
    mailServer.behave("refuse");
    const mail = { SMTP_URL: mailServer.url, MAIL_TO: "owner@dig.example", MAIL_AFTER_S: "1" };
    const site = await start({ ...mail, REDELIVERY_WAITS_S: "4,400" });
    expect((await postForm(site.url, "/quote")).status).toBe(503);
    const refused = () => site.events("quote.kept").filter((event) => event.class === "mail-request-refused");
    await vi.waitFor(() => expect(refused()).toHaveLength(1));
    mailServer.behave("accept");
    await lines("now", "all");
    // By itself it would be tried after 320 s at the earliest.
    await vi.waitFor(() => expect(mailServer.received).toHaveLength(1));
    await emptied(site);
  });

  it("counts an address over both, and again for itself while Valkey is away", async () => {
    const limit = { RATE_LIMIT_MAX: "2" };
    const [first, second] = [await start(limit), await start(limit)];
    const send = async (site: Site, n: number) =>
      (await postForm(site.url, "/quote", { ...FORM, projectLocation: `${n} Road` })).status;
    expect([await send(first, 1), await send(second, 2)]).toEqual([303, 303]);
    expect([await send(first, 3), await send(second, 4)]).toEqual([429, 429]);
    await on.valkey.stop();
    const alone = [];
    for (let n = 5; n <= 7; n++) alone.push(await send(first, n));
    expect(alone).toEqual([303, 303, 429]);
  });

  it("while Valkey is away the folder keeps and delivers; what it still has is moved over", async () => {
    const [first, second] = [await start(), await start({ REDELIVERY_WAITS_S: "600" })];
    await on.valkey.stop();
    on.forwarder.behave("status", { status: 500 });
    expect((await postForm(first.url, "/quote")).status).toBe(503);
    expect(await first.waiting()).toHaveLength(1);
    expect(await ready(first)).toMatchObject({ outbox: "writable", valkey: "away", waiting: 1 });
    on.forwarder.reset();
    await arrived(1);
    await vi.waitFor(async () => expect(await first.waiting()).toEqual([]));

    on.forwarder.behave("status", { status: 500 });
    expect((await postForm(second.url, "/contact")).status).toBe(503);
    await on.valkey.start();
    await vi.waitFor(() => expect(second.events("outbox.moved")).toMatchObject([{ moved: 1 }]));
    expect(await second.waiting()).toEqual([]);
    const [waiting, id = ""] = await lines("list");
    expect(waiting).toBe("1 waiting");
    // The wait that its first attempt brought is kept.
    expect(id).toMatch(/forward: 1 times, server-error, next 20/);
  });

  it("a Valkey that hangs costs the visitor a second, not the request", async () => {
    const site = await start({ FORWARD_TIMEOUT_MS: "5000" });
    on.valkey.freeze();
    const started = performance.now();
    expect((await postForm(site.url, "/quote")).status).toBe(303);
    expect(performance.now() - started).toBeLessThan(9_000);
    // After the first nobody waits for it: the least of three, for a loaded machine may slow any one.
    const waits: number[] = [];
    for (const projectLocation of ["1 Road", "2 Road", "3 Road"]) {
      const again = performance.now();
      expect((await postForm(site.url, "/contact", { ...FORM, projectLocation })).status).toBe(303);
      waits.push(performance.now() - again);
    }
    expect(Math.min(...waits)).toBeLessThan(1_000);
    on.valkey.thaw();
    await emptied(site);
    expect(on.forwarder.received).toHaveLength(4);
    expect(site.events("valkey.away")).toMatchObject([{ level: "warn", code: "ETIMEDOUT" }]);
  });

  it("what was kept before there was a Valkey is moved over at start", async () => {
    on.forwarder.behave("status", { status: 500 });
    const before = await startSite({ FORWARD_URL: on.forwarder.url });
    await postForm(before.url, "/quote");
    await before.stop();
    const site = await start({ OUTBOX_DIR: before.outboxDir });
    await vi.waitFor(() => expect(site.events("outbox.moved")).toMatchObject([{ moved: 1 }]));
    // The key, too: an equal request is the same one.
    await postForm(site.url, "/quote");
    expect((await lines("list"))[0]).toBe("1 waiting");
  });

  it("keeps nothing in the folder, and delivers once", async () => {
    const site = await start();
    expect((await postForm(site.url, "/quote")).status).toBe(303);
    expect(on.forwarder.received.map(({ fields }) => fields)).toEqual([
      ARRIVED("New Quote Request from Website"),
    ]);
    expect(await site.waiting()).toEqual([]);
    await emptied(site);
  });

  it("gives up after 14 days in vain, and sends again what the operator tells it to", async () => {
    on.forwarder.behave("status", { status: 500 });
    const waits = { REDELIVERY_WAITS_S: "8" };
    const before = await startSite({ FORWARD_URL: on.forwarder.url, ...waits });
    await postForm(before.url, "/quote");
    await before.stop();
    const [kept] = await before.waiting();
    const file = join(before.outboxDir, "new", `${kept?.id}.json`);
    const { forward } = kept?.tries ?? {};
    const old = {
      ...kept,
      waitingSince: "2026-01-01T00:00:00.000Z",
      tries: { forward: { ...forward, count: 10, next: undefined } },
    };
    await writeFile(file, JSON.stringify(old));
    // Valkey comes first: a folder that is alone would give it up itself.
    const site = await start({ OUTBOX_DIR: before.outboxDir, ...waits });
    await vi.waitFor(() =>
      expect(site.events("quote.dead")).toMatchObject([{ level: "error", id: kept?.id }]),
    );
    await vi.waitFor(async () => expect((await lines("list"))[2]).toBe("1 dead"));
    expect(on.forwarder.received).toHaveLength(1);
    on.forwarder.reset();
    await lines("again", kept?.id ?? "");
    await arrived(1);
    await vi.waitFor(async () => expect(await ready(site)).toMatchObject({ waiting: 0, dead: 0 }));
  });

  it("names what Valkey is set wrong to, and its password never", async () => {
    await on.endValkey();
    await on.startValkey(
      "--appendfsync",
      "everysec",
      "--maxmemory-policy",
      "allkeys-lru",
      "--requirepass",
      "s3cret",
    );
    const site = await start({ VALKEY_URL: on.valkey.url.replace("://", "://:s3cret@") });
    await vi.waitFor(() => expect(site.events("valkey.settings")).toHaveLength(1));
    expect(site.events("valkey.settings")).toMatchObject([
      { level: "error", wrong: ["appendfsync", "maxmemory-policy"] },
    ]);
    await on.valkey.stop();
    await vi.waitFor(() => expect(site.events("valkey.away")).toHaveLength(1));
    await postForm(site.url, "/quote");
    expect(site.output()).not.toContain("s3cret");
    await on.valkey.start();
    // It is said each time that Valkey comes.
    await vi.waitFor(() => expect(site.events("valkey.settings")).toHaveLength(2));
  });

  it("says that Valkey hides its settings, and what it can see all the same", async () => {
    await on.endValkey();
    await on.startValkey("--rename-command", "CONFIG", "", "--appendonly", "no");
    const site = await start();
    await vi.waitFor(() =>
      expect(site.events("valkey.settings")[0]).toMatchObject({
        level: "error",
        wrong: ["appendonly"],
        hidden: ["appendfsync"],
      }),
    );
  });

  it.each(["there", "away"])("a stop ends with 0 and cuts nothing, with Valkey %s", async (where) => {
    on.forwarder.behave("slow", { ms: 400 });
    const site = await start({ FORWARD_TIMEOUT_MS: "5000" });
    if (where === "away") await on.valkey.stop();
    const answer = postForm(site.url, "/quote");
    await arrived(1);
    const started = performance.now();
    const stopped = site.stop("SIGTERM");
    expect((await answer).status).toBe(303);
    expect(await stopped).toBe(0);
    expect(performance.now() - started).toBeLessThan(14_000);
    expect(site.events("site.cut")).toEqual([]);
  });
});
