import { mkdtemp, utimes } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { type MailServer, startMailServer } from "../../mail-server";
import { type Site, startSite } from "../../start-site";
import { startReceiver } from "./receiver";

type Surroundings = {
  forwarder: Forwarder;
  mail: MailServer;
  /** What NOTIFY_URL and HEARTBEAT_URL call. */
  receiver: Awaited<ReturnType<typeof startReceiver>>;
  /** Starts a site, which ends with the test, over an outbox that is not new: of a new one the owner would be told. */
  start: (settings: Record<string, string>) => Promise<Site>;
};

/** Serves on a free port as long as the tests run. Returns it. */
export async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer).unref();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** What is around a site. It is there for all tests of a file, and as new before each. */
export function makeSurroundings(): Surroundings {
  const sites: Site[] = [];
  const around = {} as Surroundings;
  around.start = async (settings) => {
    const OUTBOX_DIR = settings.OUTBOX_DIR ?? (await mkdtemp(join(tmpdir(), "outbox-")));
    await openFolder(OUTBOX_DIR).check();
    await utimes(join(OUTBOX_DIR, "key"), 0, 0);
    const site = await startSite({ FORWARD_URL: around.forwarder.url, ...settings, OUTBOX_DIR });
    sites.push(site);
    return site;
  };
  beforeAll(async () => {
    around.forwarder = await startForwarder();
    around.mail = await startMailServer();
    around.receiver = await startReceiver();
  });
  beforeEach(() => {
    around.forwarder.reset();
    around.mail.behave("accept");
    around.mail.received.length = 0;
    around.receiver.reset();
  });
  afterEach(async () => {
    for (const site of sites.splice(0)) await site.end();
  });
  afterAll(async () => {
    around.receiver.close();
    await around.forwarder.close();
    await around.mail.close();
  });
  return around;
}
