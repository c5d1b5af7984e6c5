import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { startSite } from "../../start-site";
import { FORM, postForm } from "../post";
import { PHONE } from "./attacked-site";
import { open, values } from "./raw";

/** What takes its time, all at once: Node looks for slow clients every 30 s. */

const HOST = "Host: localhost\r\n";
const FORM_TYPE = "Content-Type: application/x-www-form-urlencoded\r\n";
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let forwarder: Forwarder;
beforeAll(async () => {
  forwarder = await startForwarder();
});
afterAll(() => forwarder.close());
beforeEach(() => forwarder.reset());

it("clients that are too slow get a 408 in words; a forwarding service that is slow gets its time", async () => {
  forwarder.behave("slow", { ms: 34_000 });
  const site = await startSite({ FORWARD_URL: forwarder.url, FORWARD_TIMEOUT_MS: "60000" });
  const relayed = postForm(site.url, "/quote").then(({ status }) => status);
  const half = {
    "half a head": "GET / HTTP/1.1\r\nHost: loc",
    "half a form": `POST /quote HTTP/1.1\r\n${HOST}${FORM_TYPE}Content-Length: 100\r\n\r\nfullName=`,
    "a form in drops": `POST /quote HTTP/1.1\r\n${HOST}${FORM_TYPE}Content-Length: 100\r\n\r\n`,
    "half a chunk": `POST /quote HTTP/1.1\r\n${HOST}${FORM_TYPE}Transfer-Encoding: chunked\r\n\r\n10\r\nfull`,
    nothing: "",
  };
  const slow = Object.entries(half).map(([name, bytes]) => {
    const { socket, answer } = open(site.port);
    socket.write(bytes);
    if (name === "a form in drops") {
      const drops = setInterval(() => socket.write("x"), 1_000);
      socket.once("close", () => clearInterval(drops));
    }
    return answer.then((text) => ({ name, text }));
  });
  for (const { name, text } of await Promise.all(slow)) {
    expect(text.match(/^HTTP\/1\.1 \d+/gm), name).toEqual(["HTTP/1.1 408"]);
    expect(values(text, "connection"), name).toEqual(["close"]);
    expect(text, name).toContain(PHONE);
  }
  expect(await relayed).toBe(303);
  expect(forwarder.received).toHaveLength(1);
  expect(site.events("site.fault")).toEqual([]);
  await site.end();
});

describe("a stop", () => {
  const stopped = async (site: Awaited<ReturnType<typeof startSite>>, signal: NodeJS.Signals = "SIGTERM") => {
    const began = performance.now();
    const status = await site.stop(signal);
    return { status, ms: performance.now() - began };
  };

  it("closes what only waits: kept connections, and those opened ahead of need", async () => {
    const site = await startSite();
    const kept = open(site.port);
    kept.socket.write(`GET /about.data HTTP/1.1\r\n${HOST}\r\n`);
    await expect.poll(kept.said).toContain("\r\n\r\n");
    // Longer than a proxy keeps it.
    expect(values(kept.said(), "keep-alive")).toEqual(["timeout=125"]);
    const ahead = open(site.port);
    await pause(100);
    const { status, ms } = await stopped(site);
    expect(status).toBe(0);
    expect(ms).toBeLessThan(10_000);
    await Promise.all([kept.answer, ahead.answer]);
    await site.end();
  });

  it("answers on a connection that was opened just before it, if the request comes within a second", async () => {
    const site = await startSite();
    const late = open(site.port);
    await pause(100);
    const stop = stopped(site);
    await pause(400);
    late.socket.write(`GET /about HTTP/1.1\r\n${HOST}\r\n`);
    const text = await late.answer;
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).toContain("</html>");
    expect((await stop).status).toBe(0);
    await site.end();
  });

  it.each(["SIGTERM", "SIGINT"] as const)(
    "with nobody there ends at once, whatever was rendered before (%s)",
    async (signal) => {
      const site = await startSite();
      const rendered = await fetch(`${site.url}/about?sent=1`);
      expect(await rendered.text()).toContain("</html>");
      const data = await fetch(`${site.url}/about.data`);
      expect(data.headers.get("content-type")).toContain("text/x-script");
      await data.text();
      const { status, ms } = await stopped(site, signal);
      expect(status).toBe(0);
      expect(ms).toBeLessThan(4_500);
      await site.end();
    },
  );

  it("lets a quote on its way arrive though more signals come, closes its connection, and takes no other", async () => {
    forwarder.behave("slow", { ms: 1_500 });
    const site = await startSite({ FORWARD_URL: forwarder.url });
    const form = new URLSearchParams(FORM).toString();
    const sending = open(site.port);
    sending.socket.write(
      `POST /quote HTTP/1.1\r\n${HOST}${FORM_TYPE}Content-Length: ${Buffer.byteLength(form)}\r\n\r\n${form}`,
    );
    await expect.poll(() => forwarder.received).toHaveLength(1);
    const stop = stopped(site, "SIGINT");
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      await pause(200);
      process.kill(site.pid, signal);
    }
    expect(await open(site.port).answer).toBe("");
    const text = await sending.answer;
    expect(text).toMatch(/^HTTP\/1\.1 303 /);
    expect(values(text, "connection")).toEqual(["close"]);
    const { status, ms } = await stop;
    expect(status).toBe(0);
    expect(ms).toBeLessThan(12_000);
    expect(await site.waiting()).toEqual([]);
    expect(site.output()).not.toContain("Error");
    await site.end();
  });

  it("ends after 15 s whoever hangs, and the quote that was cut off is on disk", async () => {
    forwarder.behave("hang");
    const site = await startSite({ FORWARD_URL: forwarder.url, FORWARD_TIMEOUT_MS: "60000" });
    const relayed = postForm(site.url, "/quote").catch(() => "cut off");
    await expect.poll(() => forwarder.received).toHaveLength(1);
    const hanging = open(site.port);
    hanging.socket.write(`POST /quote HTTP/1.1\r\n${HOST}${FORM_TYPE}Content-Length: 100\r\n\r\nfullName=`);
    await pause(100);
    const { status, ms } = await stopped(site);
    expect(status).toBe(0);
    expect(ms).toBeGreaterThan(14_500);
    expect(ms).toBeLessThan(25_000);
    expect(site.events("site.cut")).toMatchObject([{ level: "warn", connections: 2 }]);
    expect(await relayed).toBe("cut off");
    expect(await site.waiting()).toHaveLength(1);
    await site.end();
  });
});
