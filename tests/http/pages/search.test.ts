import { describe, expect, it } from "vitest";
import { groupByHours } from "~/content/office-hours.server";
import { TOWNS } from "~/contractor/area";
import { FOUNDED, HOLIDAYS, HOURS, STATE } from "~/contractor/company";
import { BUSINESS_TYPE, PREVIEW_ALT } from "~/contractor/search.server";
import { SERVICES } from "~/contractor/services";
import { PAGES } from "~/urls/pages";
import { pageColor } from "../../contractor/page-color";
import type { Site } from "../../start-site";
import { postForm } from "../post";
import { forwarder, freshServices, sharedSite } from "../services";
import { graphIn, headOf, type Node, one } from "./head";

const ORIGIN = "https://www.dig.example";
const NAME = "Dig & <Sons>";
const FACEBOOK = "https://www.facebook.example/dig";
const GIVEN = {
  SITE_URL: ORIGIN,
  BUSINESS_NAME: NAME,
  BUSINESS_PHONE: "(269) 555-0142 ext. 4",
  BUSINESS_EMAIL: "office@dig.example",
  BUSINESS_PO_BOX: "P.O. Box 7",
  BUSINESS_TOWN: "Smalltown",
  BUSINESS_POSTAL_CODE: "49094",
  BUSINESS_FACEBOOK_URL: FACEBOOK,
};

/** What search engines, browsers and researchers read: of the site with every setting, and with none. */
freshServices();
const full = sharedSite(() => ({ ...GIVEN, FORWARD_URL: forwarder.url }));
const bare = sharedSite(() => ({}));

const hoursNode = (run: object): Node => ({ "@type": "OpeningHoursSpecification", ...run });
const crumb = (position: number, path: string): Node => ({
  "@type": "ListItem",
  position,
  name: expect.stringMatching(/\w/),
  item: ORIGIN + path,
});
/** Asks the site for what it calls by its full address. */
const found = async (url: string) => (await fetch(url.replace(ORIGIN, full.url))).status;

describe("the head of a page", () => {
  it.each(PAGES)("$path: title, description, canonical, sharing, icons", async ({ path }) => {
    const { titles, canonical, robots, meta, icons } = await headOf(full, path);
    expect(titles).toEqual([`${meta("og:title")} | ${NAME}`]);
    expect(titles[0]?.length).toBeLessThanOrEqual(60);
    const [description = ""] = meta("description");
    expect(description.length).toBeGreaterThan(50);
    expect(description.length).toBeLessThanOrEqual(155);
    expect([canonical, robots]).toEqual([[ORIGIN + path], []]);
    expect(meta("og:url")).toEqual([ORIGIN + path]);
    expect(meta("og:description")).toEqual([description]);
    expect(meta("og:site_name")).toEqual([NAME]);
    expect(meta("og:image")).toEqual([`${ORIGIN}/og.jpg`]);
    expect(meta("og:type")).toEqual(["website"]);
    expect(meta("og:image:alt")).toEqual([PREVIEW_ALT]);
    expect(meta("twitter:card")).toEqual(["summary_large_image"]);
    expect(icons).toEqual(["/favicon.ico", "/favicon.svg", "/apple-touch-icon.png", "/site.webmanifest"]);
    for (const file of [...icons, "/og.jpg"]) expect(await found(ORIGIN + file), file).toBe(200);
  });

  it("each is another page's title and description", async () => {
    const heads = await Promise.all(PAGES.map(({ path }) => headOf(full, path)));
    expect(new Set(heads.map(({ titles }) => titles[0])).size).toBe(PAGES.length);
    expect(new Set(heads.map(({ meta }) => meta("description")[0])).size).toBe(PAGES.length);
  });

  it.each([
    ["/quote", "/"],
    ["/services/quote?service=other", "/services"],
    ["/about/quote?sent=1", "/about"],
    ["/contact?sent=1", "/contact"],
    ["/about?sent=earlier", "/about"],
  ])(
    "%s is kept from search engines, its page is %s and sharing it shows no request",
    async (known, page) => {
      const isReceipt = known.includes("sent=");
      const { headers } = await postForm(full.url, "/quote");
      const path = isReceipt ? known + String(headers.location).replace(/.*(?=&mark=)/, "") : known;
      const { titles, canonical, robots, data, meta } = await headOf(full, path);
      expect([canonical, robots, data]).toEqual([[ORIGIN + page], ["noindex"], []]);
      if (isReceipt) return expect(meta("og:title")).toEqual([]);
      expect(titles).toEqual([`${meta("og:title")} | ${NAME}`]);
      expect(meta("og:url")).toEqual([ORIGIN + path.replace(/\?.*/, "")]);
      expect(meta("og:image")).toEqual([`${ORIGIN}/og.jpg`]);
      expect(meta("og:description")[0]?.length).toBeGreaterThan(50);
    },
  );

  it("an unknown URL has no canonical one and is not listed", async () => {
    const { canonical, robots, data, meta } = await headOf(full, "/nothing-here");
    expect([canonical, robots, data, meta("og:url")]).toEqual([[], ["noindex"], [], []]);
  });
});

describe("structured data", () => {
  // What Google's search gallery requires of "Local business", "Organization", "Site name" and "Breadcrumb", and of what
  // it recommends all that is known. Nobody gave a place on the map, a price range or ratings; a post box is no street.
  it.each(PAGES)(
    "$path: the company with all that Google asks for and we know, site, page, breadcrumb",
    async ({ path }) => {
      const { data, titles, meta } = await headOf(full, path);
      const graph = graphIn(data);
      const { areaServed, hasOfferCatalog, ...company } = one(graph, BUSINESS_TYPE);
      expect(company).toEqual({
        "@type": BUSINESS_TYPE,
        "@id": `${ORIGIN}/#business`,
        name: NAME,
        description: expect.stringMatching(/.{50}/),
        url: `${ORIGIN}/`,
        logo: `${ORIGIN}/icon-512.png`,
        image: `${ORIGIN}/og.jpg`,
        telephone: "+12695550142",
        email: "office@dig.example",
        address: {
          "@type": "PostalAddress",
          postOfficeBoxNumber: "P.O. Box 7",
          addressLocality: "Smalltown",
          addressRegion: STATE.code,
          postalCode: "49094",
          addressCountry: "US",
        },
        foundingDate: String(FOUNDED),
        openingHoursSpecification: groupByHours(HOURS).map(hoursNode),
        ...(HOLIDAYS.length > 0 && { specialOpeningHoursSpecification: expect.any(Array) }),
        sameAs: [FACEBOOK],
      });
      for (const picture of [company.logo, company.image]) expect(await found(picture)).toBe(200);

      expect(one(graph, "WebSite")).toMatchObject({ name: NAME, url: `${ORIGIN}/` });
      const type = { "/about": "AboutPage", "/contact": "ContactPage" }[path as string] ?? "WebPage";
      const page = one(graph, type);
      expect(page).toMatchObject({ url: ORIGIN + path, description: meta("description")[0] });
      expect(titles).toEqual([`${page.name} | ${NAME}`]);
      const crumbs = graph.filter((node) => node["@type"] === "BreadcrumbList");
      const steps = path === "/" ? [] : [[crumb(1, "/"), crumb(2, path)]];
      expect(crumbs.map(({ itemListElement }) => itemListElement)).toEqual(steps);
      // Every node that another one names is there, nothing ends the element, and no address is of another site.
      const ids = graph.map((node) => node["@id"]);
      const written = JSON.stringify(graph);
      for (const [, id] of written.matchAll(/\{"@id":"([^"]+)"\}/g)) expect(ids).toContain(id);
      for (const [, url = ""] of written.matchAll(/"(?:url|item|image|logo|sameAs|@id)":\[?"([^"]*)"/g))
        expect([ORIGIN, new URL(FACEBOOK).origin]).toContain(new URL(url).origin);
      expect(data[0]).toContain("Dig & \\u003cSons>");
      expect(data[0]).not.toContain("<");
      expect([areaServed, hasOfferCatalog].every(Boolean)).toBe(path === "/");
    },
  );

  it("the home page has the company's area and services", async () => {
    const { areaServed, hasOfferCatalog } = one(graphIn((await headOf(full, "/")).data), BUSINESS_TYPE);
    expect(areaServed.map((city: Node) => [city.name, city.containedInPlace.name])).toEqual(
      TOWNS.map((town) => [town.name, `${town.county} County`]),
    );
    const services = hasOfferCatalog.itemListElement.map(({ itemOffered }: Node) => itemOffered);
    const titles = Object.values(SERVICES).map(({ title }) => title);
    expect(services.map(({ name }: Node) => name).sort()).toEqual(titles.sort());
    for (const service of services) {
      expect(service).toMatchObject({
        "@type": "Service",
        provider: { "@id": `${ORIGIN}/#business` },
        description: expect.stringMatching(/.{50}/),
      });
      expect(await found(service.image)).toBe(200);
    }
  });
});

it.each(PAGES)(
  "$path without settings: no placeholder, and no address or fact that nobody gave",
  async ({ path }) => {
    const { canonical, meta, titles, data, shown } = await headOf(bare, path);
    expect([canonical, meta("og:url"), meta("og:image")]).toEqual([[], [], []]);
    expect(titles[0]).toMatch(/^.{1,38} \| Hometown Excavating$/);
    const company = one(graphIn(data), BUSINESS_TYPE);
    const known = ["@type", "@id", "description", "address", "foundingDate", "openingHoursSpecification"];
    const daysOff = HOLIDAYS.length > 0 ? ["specialOpeningHoursSpecification"] : [];
    const offer = path === "/" ? ["areaServed", "hasOfferCatalog"] : [];
    expect(Object.keys(company)).toEqual([...known, ...daysOff, ...offer]);
    expect(Object.keys(company.address)).toEqual(["@type", "addressRegion", "addressCountry"]);
    expect(data[0]).not.toMatch(/Hometown|555|\.example|P\.O\.|Anytown|49000|localhost/);
    expect(data[0]).not.toMatch(/"(url|item|sameAs|logo|image)":/);
    expect(shown).not.toMatch(/sms:|Reviews|site-notice|class="owner"|undefined/);
  },
);

const ask = async (site: Site, path: string) => {
  const answer = await fetch(site.url + path);
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
};

it("robots.txt: everything may be read, and the sitemap is named", async () => {
  expect(await ask(full, "/robots.txt")).toEqual({
    status: 200,
    type: "text/plain; charset=utf-8",
    text: `User-agent: *\nDisallow:\n\nSitemap: ${ORIGIN}/sitemap.xml\n`,
  });
  expect((await ask(bare, "/robots.txt")).text).toBe("User-agent: *\nDisallow:\n");
});

it("sitemap.xml: the pages are listed without made-up dates", async () => {
  const { type, text } = await ask(full, "/sitemap.xml");
  expect(type).toBe("application/xml; charset=utf-8");
  const urls = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
  expect(urls).toEqual(PAGES.map(({ path }) => ORIGIN + path));
  expect(text).not.toMatch(/lastmod|priority|changefreq/);
  expect((await ask(bare, "/sitemap.xml")).status).toBe(404);
});

it("site.webmanifest: name and icons, each there", async () => {
  const { type, text } = await ask(full, "/site.webmanifest");
  expect(type).toBe("application/manifest+json; charset=utf-8");
  const { icons, ...manifest } = JSON.parse(text);
  expect(manifest).toMatchObject({ name: NAME, start_url: "/", theme_color: pageColor("app/contractor") });
  const kinds = icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`);
  expect(kinds).toEqual(["192x192 any", "512x512 any", "192x192 maskable", "512x512 maskable"]);
  for (const { src } of icons) expect((await ask(full, src)).status).toBe(200);
});

it("security.txt: contact and expiry (RFC 9116), and none where nobody can be reached", async () => {
  const { type, text } = await ask(full, "/.well-known/security.txt");
  expect(type).toBe("text/plain; charset=utf-8");
  expect(text).toContain("Contact: mailto:office@dig.example\n");
  expect(text).toContain(`Canonical: ${ORIGIN}/.well-known/security.txt\n`);
  const days = (Date.parse(/Expires: (\S+)/.exec(text)?.[1] ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(300);
  expect(days).toBeLessThan(365);
  expect((await ask(bare, "/.well-known/security.txt")).status).toBe(404);
});
