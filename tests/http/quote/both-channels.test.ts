import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { BARE_ENV } from "../../clock.mjs";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { type MailServer, startMailServer } from "../../mail-server";
import { type Site, startSite } from "../../start-site";
import { FORM, postForm } from "../post";

/** What a killed process had begun is taken up 5 s after this. */
const SOON = { FORWARD_TIMEOUT_MS: "4000" };

/** MAIL_AFTER_S=0. */
describe("both channels", () => {
  let forwarder: Forwarder;
  let mail: MailServer;
  const sites: Site[] = [];
  beforeAll(async () => {
    forwarder = await startForwarder();
    mail = await startMailServer();
  });
  afterAll(async () => {
    await forwarder.close();
    await mail.close();
  });
  const forget = () => {
    forwarder.reset();
    mail.behave("accept");
    mail.received.length = 0;
  };
  const close = async () => {
    for (const site of sites.splice(0)) await site.end();
  };

  async function start(more: Record<string, string> = {}): Promise<Site> {
    const site = await startSite({
      ...{ FORWARD_URL: forwarder.url, MAIL_AFTER_S: "0" },
      ...{ SMTP_URL: mail.url, MAIL_TO: "owner@dig.example", REPORT_DAY: "none" },
      ...{ REDELIVERY_WAITS_S: "1", ...more },
    });
    sites.push(site);
    return site;
  }
  const list = async ({ outboxDir }: Site) => {
    const env = { ...BARE_ENV, OUTBOX_DIR: outboxDir };
    const { stdout } = await promisify(execFile)("node", ["build/outbox.js", "list", "--json"], { env });
    return JSON.parse(stdout);
  };
  /** How many the forwarder took and how many the mail server. */
  const arrived = () => [forwarder.received.length, mail.received.length];
  const idOf = (site: Site) => site.events("quote.received").at(-1)?.id;
  const kept = (site: Site) => site.events("quote.kept").filter(({ id }) => id === idOf(site));
  /** Waits until this request has been sent, and a little longer: what comes twice comes then. */
  async function settled(site: Site, request: unknown): Promise<void> {
    // Each look is a process: the first of them when both have it.
    await vi.waitFor(() => expect(arrived()).toEqual([1, 1]));
    const looked = async () => {
      const { waiting, partial, sent } = await list(site);
      const ids = [[...waiting, ...partial], sent].map((rows) => rows.map(({ id }: { id: string }) => id));
      expect(ids).toEqual([[], expect.arrayContaining([request])]);
    };
    await vi.waitFor(looked, { timeout: 60_000, interval: 500 });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }

  describe("by one process", () => {
    let site: Site;
    let visitors = 0;
    /** Another one each time: the same request sent again within the hour would rightly not be sent. */
    let form: typeof FORM;
    beforeAll(async () => {
      site = await start();
    });
    beforeEach(() => {
      forget();
      form = { ...FORM, fullName: `Renée ${visitors++}` };
    });
    afterAll(close);

    it("a request arrives by each exactly once, whole, and its record names both", async () => {
      expect((await postForm(site.url, "/quote", form)).status).toBe(303);
      await settled(site, idOf(site));
      expect(forwarder.received[0]?.fields).toContainEqual(["full_name", form.fullName]);
      expect(mail.received).toHaveLength(1);
      expect(mail.received[0]?.mail.text).toContain(form.fullName);
      const record = (await list(site)).sent.find(({ id }: { id: string }) => id === idOf(site));
      expect(record.sent.channel.split(", ").sort()).toEqual(["forward", "mail"]);
      expect(record.attempts).toHaveLength(2);
      expect((await postForm(site.url, "/quote", form)).status).toBe(303);
      expect(arrived()).toEqual([1, 1]);
    });

    it("while the forwarder is down the mail comes at once; later the forwarder gets it, once", async () => {
      forwarder.behave("status", { status: 500 });
      expect((await postForm(site.url, "/quote", form)).status).toBe(303);
      expect(mail.received).toHaveLength(1);
      await vi.waitFor(() => expect(kept(site)).not.toEqual([]));
      expect((await list(site)).partial).toMatchObject([
        { tries: { forward: { class: "server-error" }, mail: { accepted: true } } },
      ]);
      expect((await postForm(site.url, "/quote", form)).status).toBe(303);
      forwarder.reset();
      await settled(site, idOf(site));
      expect(arrived()).toEqual([1, 1]);
    });

    it("while the mail server is down the forwarder gets it at once; later the mail comes, once", async () => {
      mail.behave("defer");
      expect((await postForm(site.url, "/quote", form)).status).toBe(303);
      expect(forwarder.received).toHaveLength(1);
      await vi.waitFor(() => expect(kept(site)).not.toEqual([]));
      const { partial } = await list(site);
      expect(partial).toMatchObject([
        { tries: { forward: { accepted: true }, mail: { class: "mail-deferred" } } },
      ]);
      expect(JSON.stringify(partial)).not.toMatch(/Renée|renee@|555|Côte/);
      mail.behave("accept");
      await settled(site, idOf(site));
      expect(arrived()).toEqual([1, 1]);
    });

    it.each([
      ["json-web-server", {}, 303],
      ["status", { status: 500 }, 503],
    ] as const)("while both are down it is kept for both (forwarder: %s)", async (mode, options, status) => {
      forwarder.behave(mode, options);
      mail.behave("defer");
      expect((await postForm(site.url, "/quote", form)).status).toBe(status);
      expect((await list(site)).waiting).toMatchObject([
        { tries: { forward: { count: expect.any(Number) }, mail: { class: "mail-deferred" } } },
      ]);
      forwarder.reset();
      mail.behave("accept");
      await settled(site, idOf(site));
      expect(arrived()).toEqual([1, 1]);
    });
  });

  describe("by another process", () => {
    beforeEach(forget);
    afterEach(close);

    it.each(["SIGKILL", "SIGTERM"] as const)(
      "after a %s between the two, the next process asks only the one that is missing",
      async (signal) => {
        mail.behave("hang");
        const site = await start(SOON);
        expect((await postForm(site.url, "/quote")).status).toBe(303);
        expect(forwarder.received).toHaveLength(1);
        await site.stop(signal);
        mail.behave("accept");
        const next = await start({ OUTBOX_DIR: site.outboxDir, ...SOON });
        await settled(next, idOf(site));
        expect(arrived()).toEqual([1, 1]);
      },
    );

    it("of two processes the other one takes up what the killed one had begun, and asks only the one that is missing", async () => {
      mail.behave("hang");
      const site = await start(SOON);
      const other = await start({ ...SOON, OUTBOX_DIR: site.outboxDir });
      expect((await postForm(site.url, "/quote")).status).toBe(303);
      await site.stop("SIGKILL");
      mail.behave("accept");
      await settled(other, idOf(site));
      expect(arrived()).toEqual([1, 1]);
    });
  });
});
