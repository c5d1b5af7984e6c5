import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Forwarder, startForwarder } from "../forwarder/forwarder.mjs";
import { type MailServer, startMailServer } from "../mail-server";
import { type Site, startSite } from "../start-site";
import { noValkey, startValkey, type ValkeyServer } from "../valkey-server";
import { ARRIVED, ask, FORM, postForm } from "./post";

const SOON = { timeout: 25_000, interval: 50 };
const SHORT = { REDELIVERY_WAITS_S: "1,1,2", FORWARD_TIMEOUT_MS: "500" };

describe.skipIf(noValkey)("two processes on one Valkey", () => {
  let forwarder: Forwarder;
  let mailServer: MailServer;
  let valkey: ValkeyServer;
  const sites: Site[] = [];
  beforeAll(async () => {
    forwarder = await startForwarder();
    mailServer = await startMailServer();
  });
  beforeEach(async () => {
    forwarder.reset();
    mailServer.received.length = 0;
    valkey = await startValkey();
  });
  afterEach(async () => {
    await Promise.all(sites.splice(0).map((site) => site.end()));
    await valkey.end();
  });
  afterAll(() => Promise.all([forwarder.close(), mailServer.close()]));

  /** A process that knows Valkey, with a folder of its own. */
  async function start(settings: Record<string, string> = {}): Promise<Site> {
    const site = await startSite({
      FORWARD_URL: forwarder.url,
      ...SHORT,
      VALKEY_URL: valkey.url,
      ...settings,
    });
    sites.push(site);
    await vi.waitFor(() => expect(site.events("valkey.up")).toHaveLength(1), SOON);
    return site;
  }
  const ready = async (site: Site) => JSON.parse((await ask(site.url, "/readyz")).text);
  const emptied = (site: Site) =>
    vi.waitFor(async () => expect(await ready(site)).toMatchObject({ waiting: 0, valkey: "up" }), SOON);
  const arrived = (count: number) => vi.waitFor(() => expect(forwarder.received).toHaveLength(count), SOON);

  it("keeps nothing in the folder, and delivers once", async () => {
    const site = await start();
    expect((await postForm(site.url, "/quote")).status).toBe(303);
    expect(forwarder.received.map(({ fields }) => fields)).toEqual([
      ARRIVED("New Quote Request from Website"),
    ]);
    expect(await site.waiting()).toEqual([]);
    await emptied(site);
  });

  it("the other process delivers what one had in flight when it was killed, once", async () => {
    forwarder.behave("hang");
    const [first, second] = [await start({ FORWARD_TIMEOUT_MS: "5000" }), await start()];
    const answer = postForm(first.url, "/quote").catch(() => undefined);
    await arrived(1);
    expect(await ready(second)).toMatchObject({ waiting: 1 });
    await first.stop("SIGKILL");
    await answer;
    forwarder.reset();
    await arrived(1);
    await emptied(second);
    expect(second.events("quote.delivered")).toMatchObject([{ channel: "forward", attempts: 1 }]);
    expect(forwarder.received).toHaveLength(1);
  });
});
