import { expect, it } from "vitest";
import { PAGES } from "~/urls/pages";
import { clockAt } from "../../clock.mjs";
import { forwarder, freshServices, post, sharedSite } from "../services";
import { graphIn, headOf } from "./head";

const GIVEN = {
  ...{ BUSINESS_NOTICE: "Closed Nov 26-29 & the 30th", BUSINESS_NOTICE_UNTIL: "2031-11-30" },
  KEEP_SENT_DAYS: "1",
  BUSINESS_STREET: "1 Gravel Road",
  BUSINESS_SMS: "(269) 555-0166",
  BUSINESS_LICENSE: "License no. 0000",
  BUSINESS_REVIEWS_URL: "https://reviews.example/us",
  BUSINESS_OWNER: "Pat O'Digger",
};

freshServices();
// Without a service, a disk that is slow under load would cost the visitor the thanks.
const site = sharedSite(() => ({
  FORWARD_URL: forwarder.url,
  ...GIVEN,
  ...clockAt("2031-11-30T23:30:00-05:00"),
}));
const read = async (path: string) => (await headOf(site, path)).shown;

it("owner's facts: street, text number, license, reviews and notice are on every page when they are set", async () => {
  for (const { path } of PAGES) {
    const page = await read(path);
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

it("owner's facts: owner and text number are beside the phone number when they are set", async () => {
  expect(await read("/about")).toMatch(
    /<h2 id="owner">Pat O&#x27;Digger<\/h2><p>Owner, <a href="tel:.*Read our reviews/,
  );
  const contact = await read("/contact");
  expect(contact).toContain('Or text <a href="sms:+12695550166">');
  expect(contact).toContain("<p>Rather talk? Ask for Pat O&#x27;Digger.</p>");
  expect(await read("/services")).toContain("</a> and ask for Pat O&#x27;Digger.</p>");
  const { headers } = await post(site, undefined, "/contact");
  const thanks = await read(String(headers.location));
  expect(thanks).toContain(
    'Have photos? Text them to <a href="sms:+12695550166">(269) 555-0166</a> or email them to',
  );
});

it("owner's facts: the privacy policy says that a sent request is kept for a day when that is set", async () => {
  const words = "Once it is accepted, we keep a copy on our server for 1 day, then delete it.";
  expect(await read("/privacy-policy")).toContain(words);
});

it("owner's facts: they are in the structured data when they are set", async () => {
  const [company] = graphIn((await headOf(site, "/")).data);
  expect(company).toMatchObject({
    address: { streetAddress: "1 Gravel Road" },
    contactPoint: { telephone: "+12695550166" },
    hasCredential: { name: "License no. 0000" },
    employee: { name: "Pat O'Digger", jobTitle: "Owner" },
    sameAs: ["https://reviews.example/us"],
  });
});
