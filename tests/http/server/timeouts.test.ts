import { describe, expect, it, vi } from "vitest";
import type { Site } from "../../start-site";
import { FORM, postForm } from "../post";
import { ownServices } from "../services";
import { PHONE } from "./attacked-site";
import { bytes, open, values } from "./raw";

/** What takes its time, all at once: Node looks for slow clients every 30 s. */

/** A form of 100 bytes, of which none has come yet. */
const NO_FORM = bytes("POST /quote", "Content-Length: 100\r\n");
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const AT_ONCE = { concurrent: true };

it(
  "timeouts: a readable 408 when the client is too slow, not when the service is",
  AT_ONCE,
  async (context) => {
    const { forwarder, start } = await ownServices(context);
    forwarder.behave("slow", { ms: 34_000 });
    const site = await start({ FORWARD_TIMEOUT_MS: "60000" });
    const relayed = postForm(site.url, "/quote").then(({ status }) => status);
    const half = {
      "half a head": "GET / HTTP/1.1\r\nHost: loc",
      "half a form": `${NO_FORM}fullName=`,
      "a form in drops": NO_FORM,
      "half a chunk": `${bytes("POST /quote", "Transfer-Encoding: chunked\r\n")}10\r\nfull`,
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
  },
);

/** Makes a timer that outlasts the first second of a stop last longer than the whole stop. */
const LONG = `const { setTimeout: after } = globalThis;
globalThis.setTimeout = (call, ms, ...rest) => after(call, ms > 1_000 && ms < 15_000 ? 60_000 : ms, ...rest);`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(LONG)}`;

describe("a stop", AT_ONCE, () => {
  const stopped = async (site: Site, signal: NodeJS.Signals = "SIGTERM") => {
    const began = performance.now();
    const status = await site.stop(signal);
    return { status, ms: performance.now() - began };
  };

  it("idle connections are closed, and a request that still comes gets its page", async (context) => {
    const { start } = await ownServices(context);
    const site = await start({ NODE_OPTIONS });
    // Remix keeps a timer for each page that it has rendered.
    expect(await (await fetch(`${site.url}/quote?service=pond`)).text()).toContain("</html>");
    const [kept, ahead, late] = [open(site.port), open(site.port), open(site.port)];
    kept.socket.write(bytes("GET /about.data"));
    await vi.waitFor(() => expect(kept.said()).toContain("\r\n\r\n"));
    // Longer than a proxy keeps it.
    expect(values(kept.said(), "keep-alive")).toEqual(["timeout=125"]);
    const stop = stopped(site);
    await kept.answer; // It is closed first. Who has said nothing yet has a second.
    late.socket.write(bytes("GET /about"));
    expect(await late.answer).toMatch(/^HTTP\/1\.1 200 .*<\/html>/s);
    await ahead.answer;
    expect((await stop).status).toBe(0);
    expect(site.events("site.connections_dropped")).toEqual([]);
  });

  it("a quote on its way arrives though more signals come, and no other is taken", async (context) => {
    const { forwarder, start } = await ownServices(context);
    const release = forwarder.hold();
    const site = await start({ FORWARD_TIMEOUT_MS: "30000" });
    const sending = open(site.port);
    sending.socket.write(bytes("POST /quote", "", String(new URLSearchParams(FORM))));
    await vi.waitFor(() => expect(forwarder.received).toHaveLength(1));
    const stop = stopped(site, "SIGINT");
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      await pause(200);
      process.kill(site.pid, signal);
    }
    expect(await open(site.port).answer).toBe("");
    release();
    const text = await sending.answer;
    expect(text).toMatch(/^HTTP\/1\.1 303 /);
    expect(values(text, "connection")).toEqual(["close"]);
    expect((await stop).status).toBe(0);
    expect(site.events("site.connections_dropped")).toEqual([]);
    expect(await site.waiting()).toEqual([]);
    expect(site.output()).not.toContain("Error");
  });

  it("it ends 5 s after the longest attempt, and the quote is stored, when the service hangs", async (context) => {
    const { forwarder, start } = await ownServices(context);
    forwarder.behave("hang");
    const site = await start({ FORWARD_TIMEOUT_MS: "2000" });
    const relayed = postForm(site.url, "/quote");
    await vi.waitFor(() => expect(forwarder.received).toHaveLength(1));
    const hanging = open(site.port);
    hanging.socket.write(bytes("POST /quote", "Content-Length: 100\r\nExpect: 100-continue\r\n"));
    await vi.waitFor(() => expect(hanging.said()).toContain("100 Continue"));
    const { status, ms } = await stopped(site);
    expect(status).toBe(0);
    expect(ms).toBeGreaterThan(6_500);
    expect(ms).toBeLessThan(15_000);
    expect(site.events("site.connections_dropped")).toMatchObject([{ level: "warn", connections: 1 }]);
    expect((await relayed).status).toBe(503);
    expect(site.events("quote.attempt_failed")).toHaveLength(1);
  });
});
