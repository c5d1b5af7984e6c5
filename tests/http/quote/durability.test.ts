import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, FORM } from "../post";
import { forwarder, freshServices, newRequest, post, sharedSite, start } from "../services";

freshServices();

const arrival = () => expect.poll(() => forwarder.received, { interval: 10 }).toHaveLength(1);

describe("one site", () => {
  const site = sharedSite(() => ({ FORWARD_URL: forwarder.url, KEEP_SENT_DAYS: "45" }));

  it("its privacy policy names the days for which a sent request is kept", async () => {
    const words = "Once it is accepted, we keep a copy on our server for 45 days, then delete it.";
    expect((await ask(site.url, "/privacy-policy")).text).toContain(words);
  });

  it("its start logs that the outbox is durable, and no leftovers when there are none", async () => {
    await expect.poll(() => site.events("outbox.durable")).toHaveLength(1);
    // What a later look at the disk writes is there for a moment.
    await expect.poll(() => readdir(join(site.outboxDir, "tmp"))).toEqual([]);
    expect(site.events("outbox.leftover")).toEqual([]);
  });

  it("a quote is delivered when its visitor goes away", async () => {
    const release = forwarder.hold();
    const before = site.events("quote.delivered").length;
    const leaving = new AbortController();
    const sent = { method: "POST", body: new URLSearchParams(newRequest()), signal: leaving.signal };
    const answer = fetch(`${site.url}/quote`, sent).catch((error: Error) => error);
    await arrival();
    leaving.abort();
    expect(await answer).toBeInstanceOf(Error);
    // The site sees first that it went away.
    await new Promise((seen) => setTimeout(seen, 500));
    release();
    await expect.poll(() => site.events("quote.delivered").length).toBe(before + 1);
    expect(await site.waiting()).toEqual([]);
  });

  it("one delivery when the same request is posted ten times at once, and again", async () => {
    forwarder.behave("slow", { ms: 200 });
    const request = newRequest();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(site, request)));
    answers.push(await post(site, request));
    expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(303));
    expect(forwarder.received).toHaveLength(1);
    expect(await site.waiting()).toEqual([]);
  });
});

it("start: status 1, each setting named and nothing served when settings are invalid", async () => {
  const failure = String(await start({ FORWARD_URL: "nowhere", LOG_LEVEL: "loud" }).catch((error) => error));
  expect(failure).toContain("ended with 1");
  expect(failure).toContain("FORWARD_URL must be a full http(s) URL");
  expect(failure).toContain("LOG_LEVEL must be debug, info, warn or error");
});

it("privacy policy: KEEP_SENT_DAYS=0 deletes a sent request right away; an unread log ends nothing", async () => {
  const site = await start({ KEEP_SENT_DAYS: "0" });
  site.closeLog();
  const words = "Once it is accepted, it is deleted from our server right away.";
  expect((await ask(site.url, "/privacy-policy")).text).toContain(words);
  for (const path of ["/quote", "/contact"]) expect((await post(site, FORM, path)).status).toBe(303);
  expect(forwarder.received).toHaveLength(2);
});
