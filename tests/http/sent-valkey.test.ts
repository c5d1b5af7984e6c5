import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Forwarder, startForwarder } from "../forwarder/forwarder.mjs";
import { type Site, startSite } from "../start-site";
import { noValkey, startValkey, type ValkeyServer } from "../valkey-server";
import { ask, FORM, postForm } from "./post";

describe.skipIf(noValkey)("what was accepted, in Valkey", () => {
  let forwarder: Forwarder;
  let valkey: ValkeyServer;
  let operator: Redis;
  const sites: Site[] = [];
  beforeAll(async () => {
    forwarder = await startForwarder();
  });
  beforeEach(async () => {
    forwarder.reset();
    valkey = await startValkey();
    operator = new Redis(valkey.url);
  });
  afterEach(async () => {
    operator.disconnect();
    await Promise.all(sites.splice(0).map((site) => site.end()));
    await valkey.end();
  });
  afterAll(() => forwarder.close());

  async function start(settings: Record<string, string> = {}): Promise<Site> {
    const site = await startSite({
      FORWARD_URL: forwarder.url,
      VALKEY_URL: valkey.url,
      REDELIVERY_WAITS_S: "1",
      ...settings,
    });
    sites.push(site);
    await vi.waitFor(() => expect(site.events("valkey.up")).toHaveLength(1));
    return site;
  }
  async function command(...args: string[]): Promise<string> {
    const env: NodeJS.ProcessEnv = { NODE_ENV: "production", PATH: process.env.PATH, VALKEY_URL: valkey.url };
    return (await promisify(execFile)("node", ["build/outbox.js", ...args], { env })).stdout;
  }
  const idIn = (text: string) => /[0-9a-f]{32}/.exec(text)?.[0] ?? "";
  const arrived = (count: number) => vi.waitFor(() => expect(forwarder.received).toHaveLength(count));
  const ready = async (site: Site) => JSON.parse((await ask(site.url, "/readyz")).text);

  it("is listed and shown, is sent again within the hour when the operator says so, and then forgotten", async () => {
    // Both remember that it was accepted: one sent it, the other was asked.
    const both = [await start(), await start()] as const;
    for (const site of both) expect((await postForm(site.url, "/quote")).status).toBe(303);
    await arrived(1);
    const list = await command("list");
    expect(list).toMatch(
      /^0 waiting\n0 dead\n0 suspect\n1 sent\n {2}[0-9a-f]{32} .* by forward, accepted\n$/,
    );
    const id = idIn(list);
    expect(JSON.parse(await command("show", id))).toMatchObject({
      request: { email: FORM.email },
      sent: { channel: "forward", class: "accepted" },
    });
    expect(await operator.ttl(`site:sent:${id}`)).toBeGreaterThan(29 * 86_400);

    // The service has trouble, so that each of the two has it in hand.
    forwarder.behave("status", { status: 500 });
    await command("again", id);
    expect(await command("list")).toMatch(/^1 waiting\n.*\n0 dead\n0 suspect\n0 sent\n$/);
    await vi.waitFor(() => expect(forwarder.received.length).toBeGreaterThanOrEqual(3));
    forwarder.reset();
    await arrived(1);
    await vi.waitFor(async () => expect(await ready(both[0])).toMatchObject({ waiting: 0 }));
    expect(await command("list")).toContain("1 sent");

    await command("forget", id);
    expect(await command("list")).toContain("0 sent");
    await expect(command("show", id)).rejects.toMatchObject({ stderr: `There is no request ${id}.\n` });
  });

  it("is not kept at all with KEEP_SENT_DAYS=0, and for as many days as it says", async () => {
    const none = await start({ KEEP_SENT_DAYS: "0" });
    await postForm(none.url, "/quote");
    await arrived(1);
    expect(await command("list")).toContain("0 sent");
    for (const key of await operator.keys("*")) {
      const dump = await operator.dump(key);
      expect([key, dump?.includes("renee")]).toEqual([key, false]);
    }
    const some = await start({ KEEP_SENT_DAYS: "3" });
    await postForm(some.url, "/contact");
    const id = idIn(await command("list"));
    const ttl = await operator.ttl(`site:sent:${id}`);
    expect([ttl > 2 * 86_400, ttl <= 3 * 86_400]).toEqual([true, true]);
  });

  it("if it is only presumed, is kept, and a visitor who sends it again is sent again", async () => {
    const settings = { FORWARD_URL: `${forwarder.origin}/test` };
    const both = [await start(settings), await start(settings)] as const;
    forwarder.behave("status", { status: 200, body: "<h1>Welcome</h1>" });
    for (const site of [both[0], both[0], both[1]]) {
      expect((await postForm(site.url, "/quote")).status).toBe(303);
    }
    await arrived(3);
    expect(await command("list")).toMatch(/1 sent\n.*presumed-accepted/);
    expect(both.flatMap((site) => site.events("quote.repeated"))).toEqual([]);
    // What waits of it is sent, whoever presumed that it was accepted.
    forwarder.behave("status", { status: 500 });
    expect((await postForm(both[0].url, "/quote")).status).toBe(503);
    forwarder.reset();
    await arrived(1);
    await vi.waitFor(async () => expect(await ready(both[1])).toMatchObject({ waiting: 0 }));
  });
});
