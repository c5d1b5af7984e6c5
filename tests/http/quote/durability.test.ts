import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { type Site, startSite } from "../../start-site";
import { ask, FORM, postForm } from "../post";

let forwarder: Forwarder;
beforeAll(async () => {
  forwarder = await startForwarder();
});
beforeEach(() => forwarder.reset());
afterAll(() => forwarder.close());

const arrival = async (count: number) => {
  while (forwarder.received.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
};

describe("one site", () => {
  let site: Site;
  let form: typeof FORM;
  let visitors = 0;
  beforeAll(async () => {
    site = await startSite({ FORWARD_URL: forwarder.url });
  });
  beforeEach(() => {
    form = { ...FORM, fullName: `Visitor ${visitors++}` };
  });
  afterAll(() => site.end());

  it("says at its start that its outbox is durable, and nothing of earlier versions that left nothing", async () => {
    await expect.poll(() => site.events("outbox.durable")).toHaveLength(1);
    // What a later look at the disk writes is there for a moment.
    await expect.poll(() => readdir(join(site.outboxDir, "tmp"))).toEqual([]);
    expect(site.events("outbox.leftover")).toEqual([]);
  });

  it("a visitor who goes away does not take the request along", async () => {
    forwarder.behave("slow", { ms: 500 });
    const before = site.events("quote.delivered").length;
    const leaving = new AbortController();
    const answer = fetch(`${site.url}/quote`, {
      method: "POST",
      body: new URLSearchParams(form),
      signal: leaving.signal,
    }).catch((error: Error) => error);
    await arrival(1);
    leaving.abort();
    expect(await answer).toBeInstanceOf(Error);
    await expect.poll(() => site.events("quote.delivered").length).toBe(before + 1);
    expect(await site.waiting()).toEqual([]);
  });

  it("the same request posted ten times at once, and once more: one delivery", async () => {
    forwarder.behave("slow", { ms: 200 });
    const post = () => postForm(site.url, "/quote", form);
    const answers = await Promise.all(Array.from({ length: 10 }, post));
    answers.push(await post());
    expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(303));
    expect(forwarder.received).toHaveLength(1);
    expect(await site.waiting()).toEqual([]);
  });

  it("a stop lets the delivery in flight finish", async () => {
    forwarder.behave("slow", { ms: 800 });
    const answer = postForm(site.url, "/quote", form);
    await arrival(1);
    const stopped = site.stop("SIGTERM");
    expect((await answer).status).toBe(303);
    expect(await stopped).toBe(0);
    expect(await site.waiting()).toEqual([]);
  });
});

it("an outbox that cannot be written: start-up says so, requests are relayed, a failure is shown", async () => {
  const folder = await mkdtemp(join(tmpdir(), "blocked-"));
  const blocked = join(folder, "file");
  await writeFile(blocked, "");
  const site = await startSite({ FORWARD_URL: forwarder.url, OUTBOX_DIR: blocked });
  await expect.poll(() => site.events("outbox.unwritable")).toHaveLength(1);
  expect((await postForm(site.url, "/quote")).status).toBe(303);
  expect(forwarder.received).toHaveLength(1);
  forwarder.behave("json-activation");
  expect((await postForm(site.url, "/contact")).status).toBe(503);
  expect(site.events("quote.unsent")).toMatchObject([{ level: "error", class: "needs-activation" }]);
  expect(site.events("quote.lost")).toMatchObject([{ level: "error" }]);
  await site.end();
  await rm(folder, { recursive: true });
});

it("invalid settings: status 1, each is named, nothing is served", async () => {
  const failure = await startSite({ FORWARD_URL: "nowhere", LOG_LEVEL: "loud" }).catch(
    (error: Error) => error,
  );
  expect(String(failure)).toContain("ended with 1");
  expect(String(failure)).toContain("FORWARD_URL must be a full http(s) URL");
  expect(String(failure)).toContain("LOG_LEVEL must be debug, info, warn or error");
});

const KEPT = (days: string) =>
  `Once it is accepted, we keep a copy on our server for ${days}, then delete it.`;

it("start-up names the placeholders visitors would see, and none that is set; KEEP_SENT_DAYS is in the policy", async () => {
  const site = await startSite({
    ...{ SITE_URL: "https://dig.example", BUSINESS_NAME: "Dig & Sons", KEEP_SENT_DAYS: "45" },
  });
  const unset =
    "BUSINESS_PHONE, BUSINESS_EMAIL, BUSINESS_PO_BOX, BUSINESS_TOWN, BUSINESS_POSTAL_CODE, BUSINESS_FACEBOOK_URL";
  expect(site.events("settings.unset")).toMatchObject([
    { level: "warn", advice: `company: visitors see placeholders. Set ${unset}.` },
    { level: "error", advice: "delivery: requests are kept but not sent. Set FORWARD_URL." },
  ]);
  const { text } = await ask(site.url, "/about/quote");
  expect(text).toContain("Dig &amp; Sons");
  expect(text).toContain('<link rel="canonical" href="https://dig.example/about"/>');
  expect(text).toContain('<meta name="robots" content="noindex"/>');
  expect((await ask(site.url, "/privacy-policy")).text).toContain(KEPT("45 days"));
  await site.end();
});

it("the privacy policy says that a request is deleted right away, with KEEP_SENT_DAYS=0", async () => {
  const site = await startSite({ KEEP_SENT_DAYS: "0" });
  const said = "Once it is accepted, it is deleted from our server right away.";
  expect((await ask(site.url, "/privacy-policy")).text).toContain(said);
  await site.end();
});

it("a log that cannot be written ends nothing: requests are stored and sent; one day is a day in the policy", async () => {
  const site = await startSite({ FORWARD_URL: forwarder.url, KEEP_SENT_DAYS: "1" });
  site.closeLog();
  for (const at of ["/quote", "/contact"]) expect((await postForm(site.url, at)).status).toBe(303);
  expect(forwarder.received).toHaveLength(2);
  expect((await ask(site.url, "/privacy-policy")).text).toContain(KEPT("1 day"));
  await site.end();
});
