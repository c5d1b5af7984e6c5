import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Log } from "~/config/log.server";
import { openMailbox } from "~/monitoring/mailbox.server";
import { makeMessages } from "~/monitoring/messages.server";
import { makeNotifier } from "~/monitoring/notifier.server";
import { prove } from "~/monitoring/prove.server";
import { makeReport } from "~/monitoring/prover.server";
import { makeSend } from "~/monitoring/send.server";
import type { Channel } from "~/quote/delivery/deliver.server";
import { mail } from "~/quote/delivery/mail.server";
import { relay } from "~/quote/delivery/relay.server";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { type ImapServer, noImap, startImapServer } from "../../imap-server";
import { type MailServer, startMailServer } from "../../mail-server";
import { freePort, type Site, startSite } from "../../start-site";
import { ask, FORM, postForm } from "../post";

/** What the forwarding service does with what it accepted. */
let delivery: "INBOX" | "Junk" | "drop";
let forwarder: Forwarder;
let mailServer: MailServer;
let imap: ImapServer;
let receiver: Server;
let received: string[];
const sites: Site[] = [];

describe.skipIf(noImap)("with a mailbox", () => {
  beforeAll(async () => {
    forwarder = await startForwarder({
      onArrival: ({ fields }) => {
        if (delivery !== "drop")
          void imap.deliver(fields.map(([, value]) => value).join("</td><td>"), delivery);
      },
    });
    mailServer = await startMailServer();
    receiver = createServer(async (request, response) => {
      received.push(await text(request));
      response.end("ok");
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  });
  beforeEach(async () => {
    delivery = "INBOX";
    forwarder.reset();
    received = [];
    imap = await startImapServer();
  });
  afterEach(async () => {
    for (const site of sites.splice(0)) await site.end();
    await imap.end();
  });
  afterAll(async () => {
    receiver.closeAllConnections();
    receiver.close();
    await mailServer.close();
    await forwarder.close();
  });

  const SITE = { siteOrigin: "https://dig.example", timeoutMs: 5_000 };
  const forwarding: Channel = {
    name: "forward",
    afterMs: 0,
    send: (request) => relay(request, { ...SITE, forwardUrl: forwarder.url }),
  };
  const mailing: Channel = {
    name: "mail",
    afterMs: 0,
    send: (request) => {
      const to = "owner@dig.example";
      return mail(request, {
        smtpUrl: mailServer.url,
        to,
        from: to,
        siteHost: "dig.example",
        timeoutMs: 5_000,
      });
    },
  };
  const business = {
    name: "Dig",
    phone: "(269) 555-0123",
    phoneHref: "tel:+12695550123",
    email: "quotes@dig.example",
    address: { poBox: "1", town: "Anytown", postalCode: "49000" },
    facebookUrl: undefined,
  };
  const notifyUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const messages = () => received.map((body) => JSON.parse(body));

  /** Everything that a proof logs, and a notifier that tells it to the receiver. */
  async function watch() {
    const lines: Record<string, unknown>[] = [];
    const send = await makeSend({ url: notifyUrl(), format: "json", secret: undefined }, "Dig");
    const notify = makeNotifier(send, () => {}, { spacingMs: 50 });
    const toMessage = makeMessages();
    const log: Log = (level, event, facts = {}) => {
      lines.push(JSON.parse(JSON.stringify({ level, event, ...facts })));
      const message = toMessage(level, event, facts);
      if (message) notify(message);
    };
    const report = makeReport(log);
    /** One proof, with seconds in place of minutes. */
    async function proof({
      channels = [forwarding],
      url = imap.url,
      folder = undefined as string | undefined,
    } = {}) {
      const look = openMailbox({ url, folder });
      for (const one of await prove(
        channels,
        look,
        { business, keepSentDays: 30 },
        { forMs: 900, everyMs: 300 },
      ))
        report(one);
    }
    return { proof, lines };
  }

  it("a request that arrives is found by its id, marked as read, and logged", async () => {
    const { proof, lines } = await watch();
    await imap.deliver("New quote request: another one");
    await proof();
    expect(lines).toEqual([
      {
        level: "info",
        event: "proof.arrived",
        channel: "forward",
        seconds: expect.any(Number),
        folder: "INBOX",
      },
    ]);
    expect(await imap.count("INBOX")).toEqual({ all: 2, read: 1 });
    expect(forwarder.received).toHaveLength(1);
    expect(Object.fromEntries(forwarder.received[0]?.fields ?? [])).toMatchObject({
      full_name: "TEST - please ignore",
      email: "quotes@dig.example",
      additional_notes: expect.stringMatching(/Nobody waits for a reply\. Id: [0-9a-f]{32}$/),
    });
  });

  it("it is moved to PROVE_FOLDER, which is made if it is missing", async () => {
    const { proof, lines } = await watch();
    await proof({ folder: "Site tests" });
    await proof({ folder: "Site tests" });
    expect(lines.map(({ event, folder }) => [event, folder])).toEqual([
      ["proof.arrived", "Site tests"],
      ["proof.arrived", "Site tests"],
    ]);
    expect(await imap.count("INBOX")).toEqual({ all: 0, read: 0 });
    expect(await imap.count("Site tests")).toEqual({ all: 2, read: 2 });
  });

  it("one that comes late is found at a later look", async () => {
    delivery = "drop";
    const { proof, lines } = await watch();
    const proving = proof();
    await vi.waitFor(() => expect(forwarder.received).toHaveLength(1));
    setTimeout(() => imap.deliver(String(forwarder.received[0]?.fields.at(-1))), 400);
    await proving;
    expect(lines).toMatchObject([{ event: "proof.arrived" }]);
  });

  it("a forwarder that says success and drops the mail is found out: the owner reads what to do, and that it is over", async () => {
    delivery = "drop";
    const { proof, lines } = await watch();
    await proof();
    expect(lines).toMatchObject([{ level: "error", event: "proof.missing", channel: "forward" }]);
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect(messages()[0]).toMatchObject({
      type: "trouble",
      data: {
        title: "Trouble with requests",
        text: "The forwarding service accepted a request marked TEST, but it did not arrive in your mailbox, so requests may be lost on the way. The site keeps each request for 30 days. Compare the requests in `npm run outbox export` with your mailbox, and resend what is missing with `npm run outbox again ID`. Then ask whoever runs the forwarding service. (proof.missing)",
      },
    });
    delivery = "INBOX";
    await proof();
    expect(lines.slice(1)).toMatchObject([
      { event: "proof.arrived" },
      { event: "problem.over", problem: "proof.missing", channel: "forward" },
    ]);
    await vi.waitFor(() => expect(messages().at(-1)).toMatchObject({ type: "trouble.over" }));
  });

  it("one in the spam folder is trouble; it stays there, so that the owner can mark it as no spam", async () => {
    delivery = "Junk";
    const { proof, lines } = await watch();
    await proof({ folder: "Site tests" });
    expect(lines).toMatchObject([
      { level: "error", event: "proof.spam", channel: "forward", folder: "Junk" },
    ]);
    await vi.waitFor(() =>
      expect(messages()[0].data.text).toMatch(/arrived in the spam folder of your mailbox/),
    );
    expect(await imap.count("Junk")).toEqual({ all: 1, read: 0 });
  });

  it("each channel is proved by itself", async () => {
    const { proof, lines } = await watch();
    await proof({ channels: [forwarding, mailing] });
    expect(lines).toMatchObject([
      { event: "proof.arrived", channel: "forward" },
      { event: "proof.missing", channel: "mail", advice: expect.stringMatching(/^The mail server accepted/) },
    ]);
    const notes = (from: string) => /Id: [0-9a-f]{32}/.exec(from)?.[0];
    const [forwarded, mailed] = [
      String(forwarder.received[0]?.fields),
      String(mailServer.received[0]?.mail.text),
    ];
    expect(notes(mailed)).toBeDefined();
    expect(notes(mailed)).not.toBe(notes(forwarded));
    await proof();
    expect(lines.slice(2)).toMatchObject([{ event: "proof.arrived", channel: "forward" }]);
    expect(lines).toHaveLength(3);
  });

  it("a request that is not accepted proves nothing, and the advice is that of any request", async () => {
    forwarder.behave("json-activation");
    const { proof, lines } = await watch();
    await proof();
    expect(lines).toMatchObject([
      {
        level: "error",
        event: "proof.failed",
        class: "needs-activation",
        advice: expect.stringMatching(/click the link/),
      },
    ]);
  });

  it("a refused login, a server that is away, a certificate that nobody trusts: each is named, and nothing is sent", async () => {
    const { proof, lines } = await watch();
    await proof({ url: imap.wrongUrl });
    const stranger = await startImapServer({ tls: true });
    await proof({ url: stranger.url });
    await stranger.end();
    await imap.stop();
    await proof();
    expect(lines.map(({ level, event, code }) => [level, event, code])).toEqual([
      ["error", "proof.failed", "EAUTH"],
      ["error", "proof.failed", "DEPTH_ZERO_SELF_SIGNED_CERT"],
      ["error", "proof.failed", "ECONNREFUSED"],
    ]);
    expect(lines[0]?.advice).toMatch(/refuses the login\. Check user and password in MAILBOX_URL/);
    expect(lines[2]?.advice).toMatch(/Check host and port in MAILBOX_URL.*Requests are sent as before/);
    expect(forwarder.received).toEqual([]);
    await imap.start();
    await proof();
    expect(lines.slice(3)).toMatchObject([{ event: "proof.arrived" }, { event: "problem.over" }]);
    expect(JSON.stringify([lines, received])).not.toMatch(imap.secrets);
  });

  it("a mailbox that ends in the middle is no lost request", async () => {
    delivery = "drop";
    const { proof, lines } = await watch();
    const proving = proof();
    await vi.waitFor(() => expect(forwarder.received).toHaveLength(1));
    await imap.stop();
    await proving;
    expect(lines).toMatchObject([{ event: "proof.failed" }]);
  });

  const start = async (settings: Record<string, string>) => {
    const site = await startSite({ FORWARD_URL: forwarder.url, MAILBOX_URL: imap.url, ...settings });
    sites.push(site);
    return site;
  };

  it("the site proves it once after its first start, not after the next; a visitor is in none of it", async () => {
    const port = String(await freePort());
    const first = await start({ NOTIFY_URL: notifyUrl(), METRICS_PORT: port });
    await vi.waitFor(() => expect(first.events("proof.arrived")).toHaveLength(1));
    expect(received).toEqual([]);
    const metrics = (await ask(`http://127.0.0.1:${port}`, "/metrics")).text;
    expect(metrics).not.toMatch(/^quote_(requests_total|attempt_seconds_count)\{/m);
    await postForm(first.url, "/quote", { ...FORM, fullName: "Planted Name" });
    await vi.waitFor(() => expect(received).toHaveLength(1));
    await first.stop();
    const next = await start({ OUTBOX_DIR: first.outboxDir });
    // It looks five seconds after its start.
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    expect(next.events().filter(({ event }) => event.startsWith("proof"))).toEqual([]);
    expect(forwarder.received).toHaveLength(2);
    const told = first.output() + next.output() + received.join();
    expect(told).not.toMatch(/Planted|@dig\.example/);
    expect(told).not.toMatch(imap.secrets);
  });

  it("a mailbox that never answers holds up no stop", async () => {
    let connections = 0;
    const silent = createTcpServer(() => connections++);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const site = await start({ MAILBOX_URL: `imap://a:b@127.0.0.1:${port}` });
    await vi.waitFor(() => expect(connections).toBe(1));
    const began = performance.now();
    expect(await site.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(site.events("proof.failed")).toEqual([]);
    silent.close();
  });
});
