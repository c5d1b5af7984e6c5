import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Forwarder, startForwarder } from "../forwarder/forwarder.mjs";
import { type Site, startSite } from "../start-site";
import { noValkey, startValkey, type ValkeyServer } from "../valkey-server";
import { ARRIVED, ask, FORM, postForm } from "./post";

/** A Valkey that answers, but takes nothing: nobody would hear of it, for the folder steps in. */
describe.skipIf(noValkey)("a Valkey that refuses", () => {
  let forwarder: Forwarder;
  let valkey: ValkeyServer;
  let operator: Redis;
  const sites: Site[] = [];
  beforeAll(async () => {
    forwarder = await startForwarder();
  });
  beforeEach(async () => {
    forwarder.reset();
    valkey = await startValkey("--maxmemory-policy", "noeviction");
    operator = new Redis(valkey.url);
  });
  afterEach(async () => {
    operator.disconnect();
    await Promise.all(sites.splice(0).map((site) => site.end()));
    await valkey.end();
  });
  afterAll(() => forwarder.close());

  const fill = () => operator.config("SET", "maxmemory", "1");
  const free = () => operator.config("SET", "maxmemory", "0");
  async function start(settings: Record<string, string>): Promise<Site> {
    const site = await startSite({ FORWARD_URL: forwarder.url, VALKEY_URL: valkey.url, ...settings });
    sites.push(site);
    await vi.waitFor(() => expect(site.events("valkey.up")).toHaveLength(1));
    return site;
  }
  const ready = async (site: Site) => JSON.parse((await ask(site.url, "/readyz")).text);
  const said = (site: Site) => site.events("queue.unwritable");

  it.each([
    ["is full", "OOM", () => fill()],
    ["is a read-only replica", "READONLY", () => operator.replicaof("127.0.0.1", 1)],
  ])(
    "because it %s: the folder keeps and delivers, and an operator hears of it",
    async (_, fault, refuse) => {
      const site = await start({ REDELIVERY_WAITS_S: "1,1,2", FORWARD_TIMEOUT_MS: "3000" });
      await refuse();
      forwarder.behave("status", { status: 500 });
      expect((await postForm(site.url, "/quote")).status).toBe(503);
      expect(await site.waiting()).toHaveLength(1);
      forwarder.reset();
      await vi.waitFor(async () => expect(await site.waiting()).toEqual([]));
      expect(forwarder.received.map(({ fields }) => fields)).toEqual([
        ARRIVED("New Quote Request from Website"),
      ]);
      const faults = () => said(site).map((line) => `${line.level} ${line.fault}`);
      await vi.waitFor(() => expect(faults()).toContain(`error ${fault}`));
      expect(site.output()).not.toContain(FORM.email);
    },
  );

  it("is heard of before anybody asks for a quote", async () => {
    await fill();
    const site = await start({ REDELIVERY_WAITS_S: "1" });
    await vi.waitFor(() => expect(said(site)).toMatchObject([{ fault: "OOM" }]));
    const starts = () => [site.events("outbox.durable"), site.events("outbox.unwritable")];
    const expected = [[{ place: site.outboxDir }], [{ place: "Valkey", fault: "OOM" }]];
    await vi.waitFor(() => expect(starts()).toMatchObject(expected));
  });

  it("is still asked for what waits too long in it", async () => {
    forwarder.behave("status", { status: 500 });
    const waits = { REDELIVERY_WAITS_S: "60" };
    const before = await startSite({ FORWARD_URL: forwarder.url, ...waits });
    await postForm(before.url, "/quote");
    await before.stop();
    const [kept] = await before.waiting();
    const old = { ...kept, receivedAt: new Date(Date.now() - 20 * 60_000).toISOString() };
    await writeFile(join(before.outboxDir, "new", `${kept?.id}.json`), JSON.stringify(old));
    const mover = await start({ ...waits, OUTBOX_DIR: before.outboxDir });
    await vi.waitFor(() => expect(mover.events("outbox.moved")).toHaveLength(1));
    await mover.stop();
    await fill();
    const site = await start(waits);
    await vi.waitFor(() => expect(site.events("outbox.waiting")).toMatchObject([{ waiting: 1 }]));
    expect(site.events("outbox.waiting")[0]?.advice).toContain("npm run outbox");
  });

  it("what the folder keeps is moved over once it takes again, and sent once", async () => {
    // Looks every 2 s, tries again after 8.
    const site = await start({ REDELIVERY_WAITS_S: "8" });
    await fill();
    forwarder.behave("status", { status: 500 });
    expect((await postForm(site.url, "/quote")).status).toBe(503);
    expect((await postForm(site.url, "/contact")).status).toBe(503);
    await vi.waitFor(() => expect(said(site)).toHaveLength(1));
    await free();
    await vi.waitFor(() => expect(site.events("outbox.moved")).toMatchObject([{ moved: 2 }]));
    expect(await site.waiting()).toEqual([]);
    forwarder.reset();
    await vi.waitFor(async () => expect(await ready(site)).toMatchObject({ waiting: 0, valkey: "up" }));
    expect(forwarder.received).toHaveLength(2);
  });

  it("what was accepted meanwhile is not sent again by another process", async () => {
    // The other one takes it up after 8 s.
    const waits = { REDELIVERY_WAITS_S: "8", FORWARD_TIMEOUT_MS: "3000" };
    const [first] = [await start(waits), await start(waits)];
    forwarder.behave("slow", { ms: 800 });
    const answer = postForm(first.url, "/quote");
    await vi.waitFor(() => expect(forwarder.received).toHaveLength(1));
    await operator.replicaof("127.0.0.1", 1);
    expect((await answer).status).toBe(303);
    await operator.replicaof("NO", "ONE");
    await vi.waitFor(async () =>
      expect(await operator.keys(`site:requests:${"[0-9a-f]".repeat(32)}`)).toEqual([]),
    );
    expect(forwarder.received).toHaveLength(1);
  });
});

describe.skipIf(noValkey)("a folder with an entry that cannot be read", () => {
  it("is named while Valkey is up, and keeps none of the others", async () => {
    const forwarder = await startForwarder();
    const valkey = await startValkey();
    const dir = await mkdtemp(join(tmpdir(), "outbox-"));
    const before = await startSite({ FORWARD_URL: forwarder.url, OUTBOX_DIR: dir });
    forwarder.behave("status", { status: 500 });
    await postForm(before.url, "/quote");
    await before.stop();
    await mkdir(join(dir, "new", "a-folder.json"));
    await writeFile(join(dir, "new", "half.json"), '{"id":');
    const site = await startSite({ FORWARD_URL: forwarder.url, OUTBOX_DIR: dir, VALKEY_URL: valkey.url });
    await vi.waitFor(() => expect(site.events("outbox.moved")).toMatchObject([{ moved: 1 }]));
    const files = site.events("outbox.damaged").map(({ file }) => file);
    expect(files.sort()).toEqual(["a-folder.json", "half.json"]);
    expect(JSON.parse((await ask(site.url, "/readyz")).text)).toMatchObject({ waiting: 3 });
    await Promise.all([site.end(), valkey.end(), forwarder.close()]);
  });
});
