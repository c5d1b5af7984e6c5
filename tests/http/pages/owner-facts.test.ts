import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PAGES } from "~/urls/pages";
import { clockAt } from "../../clock.mjs";
import { type Site, startSite } from "../../start-site";
import { ask } from "../post";
import { FROM_MEMORY, warm } from "../server/warm";
import { forwarder, freshServices, post, start } from "../services";

const NOTICE = { BUSINESS_NOTICE: "Closed Nov 26-29 & the 30th", BUSINESS_NOTICE_UNTIL: "2031-11-30" };
const GIVEN = {
  BUSINESS_STREET: "1 Gravel Road",
  BUSINESS_SMS: "(269) 555-0166",
  BUSINESS_LICENSE: "License no. 0000",
  BUSINESS_REVIEWS_URL: "https://reviews.example/us",
  BUSINESS_OWNER: "Pat O'Digger",
};

/** What visitors read: no scripts, no style. */
const read = async (site: Site, path: string) =>
  (await ask(site.url, path)).text.replaceAll(/<(script|style)[\s\S]*?<\/\1>|<!-- -->/g, "");
const company = async (site: Site) => {
  const [, json = "{}"] =
    /<script type="application\/ld\+json"[^>]*>(.*?)</.exec((await ask(site.url, "/")).text) ?? [];
  return JSON.parse(json)["@graph"][0];
};

freshServices();
const LAST_EVENING = "2031-11-30T23:30:00-05:00";

describe("owner's facts", () => {
  let site: Site;
  beforeAll(async () => {
    // Without a service, a disk that is slow under load would cost the visitor the thanks.
    site = await startSite({ FORWARD_URL: forwarder.url, ...GIVEN, ...NOTICE, ...clockAt(LAST_EVENING) });
  });
  afterAll(() => site.end());

  it("street, text number, license, reviews and notice are on every page when they are set", async () => {
    for (const { path } of PAGES) {
      const page = await read(site, path);
      for (const text of [
        "<div>1 Gravel Road</div>",
        'Text <a href="sms:+12695550166">(269) 555-0166</a>',
        "<p>License no. 0000</p>",
        '<a href="https://reviews.example/us" target="_blank" rel="noopener">Reviews',
        "<p>Closed Nov 26-29 &amp; the 30th</p>",
        'aria-label="Call',
      ])
        expect(page, path).toContain(text);
      expect(page, path).not.toContain("P.O. Box");
    }
  });

  it("owner and text number are beside the phone number and where they help when they are set", async () => {
    expect(await read(site, "/about")).toMatch(
      /<h2 id="owner">Pat O&#x27;Digger<\/h2><p>Owner, <a href="tel:.*Read our reviews/,
    );
    const contact = await read(site, "/contact");
    expect(contact).toContain('Or text <a href="sms:+12695550166">');
    expect(contact).toContain("<p>Rather talk? Ask for Pat O&#x27;Digger.</p>");
    expect(await read(site, "/services")).toContain("</a> and ask for Pat O&#x27;Digger.</p>");
    const { headers } = await post(site, undefined, "/contact");
    const thanks = await read(site, String(headers.location));
    expect(thanks).toContain(
      'Have photos? Text them to <a href="sms:+12695550166">(269) 555-0166</a> or email them to',
    );
  });

  it("they are in the structured data when they are set", async () => {
    expect(await company(site)).toMatchObject({
      address: { streetAddress: "1 Gravel Road" },
      contactPoint: { telephone: "+12695550166" },
      hasCredential: { name: "License no. 0000" },
      employee: { name: "Pat O'Digger", jobTitle: "Owner" },
      sameAs: ["https://reviews.example/us"],
    });
  });
});

it("notice: it is gone, from cached pages too, when its last day is over", async () => {
  const site = await start({ ...NOTICE, ...clockAt(LAST_EVENING, [40]) });
  await warm(site.url);
  expect(await read(site, "/services")).toContain("Closed Nov");
  process.kill(site.pid, "SIGUSR2");
  for (const { path } of PAGES)
    await expect.poll(() => read(site, path), { message: path }).not.toContain("Closed Nov");
  await expect.poll(async () => (await ask(site.url, "/about")).headers["cache-control"]).toBe(FROM_MEMORY);
});

it("owner's facts: nothing shows when they are not set", async () => {
  const site = await start();
  for (const { path } of PAGES)
    expect(await read(site, path), path).not.toMatch(/sms:|Reviews|site-notice|class="owner"|undefined/);
  expect(await company(site)).not.toHaveProperty("contactPoint");
});
