import { describe, expect, it, vi } from "vitest";
import { clockAt } from "../../clock.mjs";
import type { Site } from "../../start-site";
import { FORM, postForm } from "../post";
import { ownServices, post } from "../services";

/** Sends so many different requests, each said to come from another address, and gives the answers. */
async function sendAll(site: Site, count: number, address: (number: number) => string, path = "/quote") {
  const answers = [];
  for (let number = 0; number < count; number++) {
    const form = { ...FORM, fullName: `Visitor ${number}` };
    answers.push(await postForm(site.url, path, form, { "x-forwarded-for": address(number) }));
  }
  return answers;
}

describe("rate limit", { concurrent: true }, () => {
  it("no quote is lost and the log says why when 40 visitors share one limit by mistake", async (context) => {
    const { forwarder, start } = await ownServices(context);
    const site = await start({ RATE_LIMIT_MAX: "5", TRUSTED_PROXIES: "0", REDELIVERY_WAITS_S: "2" });
    const answers = await sendAll(site, 40, (number) => `198.51.${number}.7`);
    // A private address is no visitor's own, so it has the limit of a network.
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(20);
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(20);
    for (const [i, { text, headers }] of limited.entries()) {
      expect(Number(headers["retry-after"])).toBeGreaterThan(500);
      expect(text).toContain("This request is saved and will be sent later.");
      expect(text).toContain(`Visitor ${i + 20}`);
      expect(text).not.toMatch(/10 minutes|class="message failure"|<title>Error/);
    }
    // An equal request is the same request.
    expect((await post(site, { ...FORM, fullName: "Visitor 4" })).status).toBe(303);
    const held = await site.waiting();
    expect(forwarder.received.length + held.length).toBe(40);
    for (const { heldUntil } of held)
      expect(Date.parse(heldUntil ?? "")).toBeGreaterThan(Date.now() + 500_000);
    const text = expect.stringContaining("TRUSTED_PROXIES is 0");
    await vi.waitFor(() => expect(site.began("proxies.wrong")).toMatchObject([{ level: "warn", text }]));
    expect(JSON.stringify(site.events())).not.toContain("198.51.");
  });

  it("everybody's limit bounds a client when it makes up a new address each time", async (context) => {
    const { forwarder, start } = await ownServices(context);
    // Two proxies are trusted and one is there, so the client's own word counts.
    const site = await start({ RATE_LIMIT_MAX: "1", TRUSTED_PROXIES: "2" });
    const address = (number: number) => `198.51.${number}.7, 203.0.113.9`;
    // By script: no page is rendered for it.
    await sendAll(site, 249, address, "/quote.data");
    const form = { ...FORM, fullName: "Visitor 249" };
    const last = await postForm(site.url, "/quote", form, { "x-forwarded-for": address(249) });
    expect(forwarder.received).toHaveLength(40);
    expect(await site.waiting()).toHaveLength(200);
    expect(last.status).toBe(429);
    expect(last.text).toMatch(/This one was not sent\. Please try again in \d+ minutes/);
    expect(last.text).toContain("Visitor 249");
    expect(site.began("proxies.wrong")).toEqual([]);
    const limited = site.events("quote.limited");
    expect(limited.at(-1)).toMatchObject({ over: "everybody", held: false });
    // Each that is held has a line of its own, those that were turned away one for all.
    expect(limited).toHaveLength(201);
  });

  it("the missing proxy is logged once when a post, not a health check, comes past it", async (context) => {
    const { start } = await ownServices(context);
    const site = await start({ FORWARD_URL: "", TRUSTED_PROXIES: "1", REDELIVERY_WAITS_S: "1" });
    await fetch(`${site.url}/healthz`);
    await vi.waitFor(() => expect(site.began("settings.delivery")).toHaveLength(1));
    expect(site.began("proxies.wrong")).toEqual([]);
    await post(site, FORM);
    await post(site, {});
    const text = expect.stringContaining("fewer addresses");
    await vi.waitFor(() => expect(site.began("proxies.wrong")).toMatchObject([{ level: "warn", text }]));
  });

  it("a held quote is sent once when the wait is over", async (context) => {
    const { forwarder, start } = await ownServices(context);
    const site = await start({
      ...{ REDELIVERY_WAITS_S: "1", RATE_LIMIT_MAX: "1", TRUSTED_PROXIES: "1" },
      ...clockAt("2027-01-15T13:30:00-05:00", [11]),
    });
    await sendAll(site, 1, () => "203.0.113.9");
    const held = { ...FORM, fullName: "Held" };
    for (let time = 0; time < 3; time++) {
      const { status } = await postForm(site.url, "/quote", held, { "x-forwarded-for": "203.0.113.9" });
      expect(status).toBe(429);
    }
    expect(site.events("quote.limited")).toHaveLength(1);
    process.kill(site.pid, "SIGUSR2"); // The clock goes on.
    await vi.waitFor(() => expect(forwarder.received).toHaveLength(2));
    await vi.waitFor(async () => expect(await site.waiting()).toEqual([]));
    expect(forwarder.received[1]?.fields).toContainEqual(["full_name", "Held"]);
  });
});
