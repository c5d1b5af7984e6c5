import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:http2";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { proxies, type RunningProxy } from "../../proxies";
import { freePort } from "../../start-site";
import { runCommand } from "../operator/run-command";
import { ARRIVED, FORM } from "../post";
import { forwarder, freshServices, sharedSite } from "../services";

/** All of 127/8 is the loopback: these visitors are other machines than the proxy. */
const VISITOR = "127.0.0.77";
const ANOTHER = "127.0.1.78";

// A file without a test fails.
if (proxies.length === 0) it.skip("behind a proxy, of which none is installed");

describe.each(proxies)("behind %s", (_name, start) => {
  freshServices();
  let proxy: RunningProxy;
  let PORT: string;
  let visitor: Agent;
  let another: Agent;
  beforeAll(async () => {
    PORT = String(await freePort());
    proxy = await start(`127.0.0.1:${PORT}`);
    const connect = { ca: readFileSync(proxy.cert) };
    visitor = new Agent({ connect, localAddress: VISITOR });
    another = new Agent({ connect, localAddress: ANOTHER });
  });
  afterAll(() => Promise.all([visitor.close(), another.close(), proxy.end()]));
  const site = sharedSite(() => ({
    ...{ PORT, FORWARD_URL: forwarder.url, SITE_URL: proxy.url, TRUSTED_PROXIES: "1" },
    // Private addresses have the limit of a network, four times as much.
    RATE_LIMIT_MAX: "2",
  }));

  async function post(
    form: Record<string, string>,
    headers: Record<string, string> = {},
    dispatcher: Agent = visitor,
  ) {
    const { statusCode, body } = await request(`${proxy.url}/contact`, {
      dispatcher,
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams(form).toString(),
    });
    return { status: statusCode, text: await body.text() };
  }

  it("http leads to https", async () => {
    const { status, headers } = await fetch(`${proxy.http}/services?a=b`, { redirect: "manual" });
    expect(status).toBe(308);
    expect(headers.get("location")).toMatch(/^https:\/\/localhost(:\d+)?\/services\?a=b$/);
  });

  it("a quote arrives", async () => {
    expect((await post(FORM, { origin: proxy.url })).status).toBe(303);
    expect(forwarder.received.map(({ fields }) => fields)).toEqual([
      ARRIVED("New Contact Request from Website"),
    ]);
    expect(site.began("proxies.wrong")).toEqual([]);
  });

  it("a form comes back when it is too long, and gets the site's page when it is far too long", async () => {
    const long = await post({ ...FORM, additionalNotes: "x".repeat(70_000) });
    expect(long.status).toBe(413);
    expect(long.text).toContain("12 Côte Rd");
    const longer = await post({ ...FORM, additionalNotes: "x".repeat(300_000) });
    expect(longer.status).toBe(413);
    expect(longer.text).toContain("Your message is too long");
  });

  it("error pages are the site's and visitors count by their own address, whatever they claim", async () => {
    forwarder.behave("status", { status: 500 });
    const failed = await post({ ...FORM, fullName: "Failed" });
    expect(failed.status).toBe(503);
    expect(failed.text).toContain("Sorry, there was an error sending your");
    const limited = [];
    for (let number = 0; number < 8; number++)
      limited.push(
        await post({ ...FORM, fullName: `Visitor ${number}` }, { "x-forwarded-for": `6.6.6.${number}` }),
      );
    expect(limited.at(-1)?.status).toBe(429);
    expect(limited.at(-1)?.text).toContain("Visitor 7");
    expect((await post({ ...FORM, fullName: "Another" }, {}, another)).status).toBe(503);
  });

  it("what was typed stays off its disk when the visitor reads the answer slowly", async () => {
    const client = connect(proxy.url, {
      ca: readFileSync(proxy.cert),
      settings: { initialWindowSize: 1_024 },
    });
    const asked = client.request({
      ":method": "POST",
      ":path": "/contact",
      "content-type": "application/x-www-form-urlencoded",
    });
    asked.end(new URLSearchParams({ ...FORM, additionalNotes: "x".repeat(200_000) }).toString());
    const [headers] = await once(asked, "response");
    expect(headers[":status"]).toBe(413);
    await sleep(300); // Until the site has sent all that the proxy takes.
    expect(proxy.spooled()).toEqual([]);
    client.destroy();
  });

  it("the doctor finds nothing wrong with it", async () => {
    const { out } = await runCommand("doctor", [], {
      NODE_EXTRA_CA_CERTS: proxy.cert,
      SITE_URL: proxy.url,
      FORWARD_URL: forwarder.url,
      OUTBOX_DIR: site.outboxDir,
      HOST: "127.0.0.1",
      PORT: String(site.port),
    });
    for (const about of ["running site", "requests", "site", "proxy"])
      expect(out).toMatch(new RegExp(`^ok    ${about} `, "m"));
  });

  it("visitors wait or read what to do, and no log names them, when the site is down", async () => {
    await site.stop("SIGKILL");
    for (const method of ["GET", "POST"] as const) {
      const signal = AbortSignal.timeout(1_000);
      const body = method === "POST" ? new URLSearchParams(FORM).toString() : undefined;
      const asked = request(`${proxy.url}/contact`, { dispatcher: visitor, signal, method, body });
      const read = await asked.then((answer) => answer.body.text()).catch(({ name }) => name);
      expect(read).toMatch(/Please try again in a minute|TimeoutError/);
    }
    expect(proxy.output()).not.toContain(VISITOR);
  });
});
