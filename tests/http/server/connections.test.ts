import { expect, it } from "vitest";
import { forwarder, freshServices, newRequest, start } from "../services";
import { flood } from "./flood";
import { bytes, say } from "./raw";

freshServices();

const ASK = bytes("GET /favicon.svg");
const ATTACKER = "127.0.0.9";

it.each([
  ["never say anything", ""],
  ["stay idle after a request", ASK],
  ["stall in the middle of a form", `${bytes("POST /quote", "Content-Length: 100\r\n")}fullName=`],
])(
  "connections: nobody is kept out, nor a quote there that waits for the service, when one address opens 2,600 that %s",
  async (_, bytesOfEach) => {
    const release = forwarder.hold();
    const site = await start({ FORWARD_TIMEOUT_MS: "60000" });
    const form = bytes("POST /quote", "", String(new URLSearchParams(newRequest())));
    const quote = await flood(site.port, 1, form, ATTACKER);
    await expect.poll(() => forwarder.received).toHaveLength(1);

    const flooding = flood(site.port, 2_600, bytesOfEach, ATTACKER);
    const page = () => say(site.port, bytes("GET /about", "Connection: close\r\n"));
    expect(await page()).toMatch(/^HTTP\/1\.1 200 /);
    const attackers = await flooding;
    expect(await page()).toMatch(/^HTTP\/1\.1 200 /);
    const office = await flood(site.port, 300, ASK, "127.0.0.7");
    await expect.poll(() => office.said.filter((text) => text.startsWith("HTTP/1.1 200 ")).length).toBe(300);
    expect(office.open()).toBe(300);
    await expect.poll(attackers.open).toBeLessThanOrEqual(1_700);
    expect(site.events("site.overloaded")).toMatchObject([{ level: "warn", code: "connections" }]);
    release();
    await expect.poll(() => quote.said[0]).toMatch(/^HTTP\/1\.1 303 /);
    for (const { end } of [attackers, office, quote]) end();
  },
);
