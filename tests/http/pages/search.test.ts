import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOWNS } from "~/contractor/area";
import { FOUNDED, STATE } from "~/contractor/company";
import { BUSINESS_TYPE } from "~/contractor/search.server";
import { SERVICE_CARDS } from "~/contractor/service-cards";
import { SERVICES, type ServiceId } from "~/contractor/services";
import { type Site, startSite } from "../../start-site";

const ORIGIN = "https://www.dig.example";
const GIVEN = {
  SITE_URL: ORIGIN,
  BUSINESS_NAME: "Dig & <Sons>",
  BUSINESS_PHONE: "(269) 555-0142 ext. 4",
  BUSINESS_EMAIL: "office@dig.example",
  BUSINESS_PO_BOX: "P.O. Box 7",
  BUSINESS_TOWN: "Union City",
  BUSINESS_POSTAL_CODE: "49094",
  BUSINESS_FACEBOOK_URL: "https://www.facebook.example/dig",
};
const PAGES = ["/", "/about", "/services", "/contact", "/privacy-policy", "/terms-of-service"];

/** The site with every setting, and with none. */
let full: Site;
let bare: Site;
beforeAll(async () => {
  [full, bare] = await Promise.all([startSite(GIVEN), startSite()]);
});
afterAll(() => Promise.all([full.end(), bare.end()]));

const text = (html: string) =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

/** What the head of a page says; of a tag that must be there once, all there are. */
async function headOf(site: Site, path: string) {
  const html = await (await fetch(site.url + path)).text();
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = ""]) => text(found));
  return {
    html,
    titles: all(/<title>([^<]*)<\/title>/g),
    canonical: all(/<link rel="canonical" href="([^"]*)"/g),
    robots: all(/<meta name="robots" content="([^"]*)"/g),
    meta: (name: string) => all(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, "g")),
    data: all(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of many kinds of nodes, each looked into by name.
type Node = Record<string, any>;
async function graphOf(site: Site, path: string): Promise<Node[]> {
  const { data } = await headOf(site, path);
  expect(data).toHaveLength(1);
  const { "@context": context, "@graph": graph } = JSON.parse(data[0] as string);
  expect(context).toBe("https://schema.org");
  return graph;
}
const one = (graph: Node[], type: string): Node => {
  const nodes = graph.filter((node) => node["@type"] === type);
  expect(nodes, type).toHaveLength(1);
  return nodes[0] as Node;
};

describe("the head of each page", () => {
  it.each(PAGES)("%s: title, description, canonical, sharing", async (path) => {
    const { titles, canonical, robots, meta, html } = await headOf(full, path);
    expect(titles).toHaveLength(1);
    expect(titles[0]?.length).toBeLessThanOrEqual(60);
    const [description = ""] = meta("description");
    expect(description.length).toBeGreaterThan(50);
    expect(description.length).toBeLessThanOrEqual(155);
    expect(canonical).toEqual([ORIGIN + path]);
    expect(robots).toEqual([]);
    expect(meta("og:url")).toEqual([ORIGIN + path]);
    expect(`${meta("og:title")} | Dig & <Sons>`).toBe(titles[0]);
    expect(meta("og:description")).toEqual([description]);
    expect(meta("og:site_name")).toEqual(["Dig & <Sons>"]);
    expect(meta("og:image")).toEqual([`${ORIGIN}/og.jpg`]);
    expect(meta("og:type")).toEqual(["website"]);
    expect(meta("og:image:alt")[0]).toMatch(/^Model of/);
    expect(meta("twitter:card")).toEqual(["summary_large_image"]);
    for (const icon of [
      "/favicon.ico",
      "/favicon.svg",
      "/apple-touch-icon.png",
      "/site.webmanifest",
      "/og.jpg",
    ]) {
      expect(icon === "/og.jpg" || html.includes(`href="${icon}"`), icon).toBe(true);
      expect((await fetch(full.url + icon)).status, icon).toBe(200);
    }
  });

  it("no two pages share a title or a description", async () => {
    const heads = await Promise.all(PAGES.map((path) => headOf(full, path)));
    expect(new Set(heads.map(({ titles }) => titles[0])).size).toBe(PAGES.length);
    expect(new Set(heads.map(({ meta }) => meta("description")[0])).size).toBe(PAGES.length);
  });

  it.each([
    ["/quote", "/"],
    ["/services/quote?service=pool-excavation", "/services"],
    ["/about/quote?sent=1", "/about"],
    ["/contact?sent=1", "/contact"],
    ["/about?sent=earlier", "/about"],
  ])("%s is not for search engines; its page is %s", async (path, page) => {
    const { canonical, robots, data } = await headOf(full, path);
    expect(canonical).toEqual([ORIGIN + page]);
    expect(robots).toEqual(["noindex"]);
    expect(data).toEqual([]);
  });

  it.each(["/quote", "/services/quote?service=pool-excavation"])(
    "%s, shared, says what it is",
    async (path) => {
      const { titles, meta } = await headOf(full, path);
      expect(`${meta("og:title")} | Dig & <Sons>`).toBe(titles[0]);
      expect(meta("og:url")).toEqual([ORIGIN + path.replace(/\?.*/, "")]);
      expect(meta("og:image")).toEqual([`${ORIGIN}/og.jpg`]);
      expect(meta("og:description")[0]?.length).toBeGreaterThan(50);
    },
  );

  it("who shares a page that tells of a request tells nothing of it", async () => {
    for (const path of ["/about/quote?sent=1", "/contact?sent=1", "/about?sent=earlier"]) {
      expect((await headOf(full, path)).meta("og:title"), path).toEqual([]);
    }
  });

  it("an address where nothing is has no canonical one and is not listed", async () => {
    const { canonical, robots, data, meta } = await headOf(full, "/nothing-here");
    expect([canonical, robots, data, meta("og:url")]).toEqual([[], ["noindex"], [], []]);
  });

  it.each(PAGES)("%s without settings: no address that nobody gave", async (path) => {
    const { canonical, meta, titles } = await headOf(bare, path);
    expect([canonical, meta("og:url"), meta("og:image")]).toEqual([[], [], []]);
    expect(titles[0]).toMatch(/ \| Hometown Excavating$/);
    expect(titles[0]?.length).toBeLessThanOrEqual(60);
  });
});

describe("structured data", () => {
  // Google's search gallery: "Local business", "Site name", "Breadcrumb". What it recommends and nobody has given
  // (geo, price range, ratings) is not there.
  it.each(PAGES)("%s: the company, with all that Google asks for and we know", async (path) => {
    const company = one(await graphOf(full, path), BUSINESS_TYPE);
    expect(company).toMatchObject({
      "@id": `${ORIGIN}/#business`,
      name: "Dig & <Sons>",
      url: `${ORIGIN}/`,
      telephone: "+12695550142",
      email: "office@dig.example",
      address: {
        "@type": "PostalAddress",
        postOfficeBoxNumber: "P.O. Box 7",
        addressLocality: "Union City",
        addressRegion: STATE.code,
        postalCode: "49094",
        addressCountry: "US",
      },
      foundingDate: String(FOUNDED),
      openingHoursSpecification: [
        {
          "@type": "OpeningHoursSpecification",
          dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
          opens: "08:00",
          closes: "17:00",
        },
      ],
      sameAs: "https://www.facebook.example/dig",
    });
  });

  it("the home page says where the company works and what it does", async () => {
    const company = one(await graphOf(full, "/"), BUSINESS_TYPE);
    expect(company.areaServed.map((city: Node) => `${city.name}, ${city.containedInPlace.name}`)).toEqual(
      TOWNS.map(({ name, county }) => `${name}, ${county} County`),
    );
    const services = company.hasOfferCatalog.itemListElement.map(({ itemOffered }: Node) => itemOffered);
    expect(services.map(({ name }: Node) => name)).toEqual(
      Object.keys(SERVICE_CARDS).map((id) => SERVICES[id as ServiceId].title),
    );
    for (const service of services) {
      expect(service).toMatchObject({
        "@type": "Service",
        serviceType: service.name,
        provider: { "@id": `${ORIGIN}/#business` },
      });
      expect(service.description.length).toBeGreaterThan(50);
    }
    for (const picture of [company.logo, company.image, services[0].image]) {
      const { status, headers } = await fetch(picture.replace(ORIGIN, full.url));
      expect([status, headers.get("content-type")?.startsWith("image/")]).toEqual([200, true]);
    }
  });

  it.each(PAGES)("%s: site, page and breadcrumb", async (path) => {
    const graph = await graphOf(full, path);
    const ids = graph.map((node) => node["@id"]);
    expect(one(graph, "WebSite")).toMatchObject({ name: "Dig & <Sons>", url: `${ORIGIN}/` });
    const type = { "/about": "AboutPage", "/contact": "ContactPage" }[path] ?? "WebPage";
    const { titles, meta } = await headOf(full, path);
    const page = one(graph, type);
    expect(page).toMatchObject({ url: ORIGIN + path, description: meta("description")[0] });
    expect(`${page.name} | Dig & <Sons>`).toBe(titles[0]);
    // Every node that another one names is there.
    for (const [, id] of JSON.stringify(graph).matchAll(/\{"@id":"([^"]+)"\}/g)) expect(ids).toContain(id);
    if (path === "/") return expect(graph.some((node) => node["@type"] === "BreadcrumbList")).toBe(false);
    const crumbs = one(graph, "BreadcrumbList").itemListElement;
    expect(crumbs.map(({ position, item }: Node) => [position, item])).toEqual([
      [1, `${ORIGIN}/`],
      [2, ORIGIN + path],
    ]);
    for (const crumb of crumbs) expect(crumb.name).toMatch(/\w/);
  });

  // The properties as Google's search gallery has them: "Local business", "Organization", "Breadcrumb", "Site name".
  it.each(PAGES)(
    "%s: what Google requires is there, and of what it recommends all that we know",
    async (path) => {
      const graph = await graphOf(full, path);
      const company = one(graph, BUSINESS_TYPE);
      const filled = (node: Node, names: string[]) => {
        for (const name of names) expect(node[name], `${node["@type"]}: ${name}`).toMatch(/\S/);
      };
      // Required: name, address.
      filled(company, ["name"]);
      filled(company.address, ["addressLocality", "addressRegion", "postalCode", "addressCountry"]);
      expect(company.address.addressCountry).toMatch(/^[A-Z]{2}$/);
      // A post box is no street, and the company has given no other address.
      expect(company.address.streetAddress).toBeUndefined();
      // Recommended: telephone and hours; for an organization logo (112 px or more), description, email, sameAs.
      filled(company, ["url", "telephone", "logo", "description", "email", "sameAs", "foundingDate"]);
      expect(company.telephone).toMatch(/^\+1\d{10}$/);
      const [{ dayOfWeek, opens, closes }] = company.openingHoursSpecification;
      for (const day of dayOfWeek) expect(day).toMatch(/^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/);
      for (const time of [opens, closes]) expect(time).toMatch(/^\d\d:\d\d$/);
      const site = one(graph, "WebSite");
      filled(site, ["name", "url"]);
      expect(new URL(site.url).pathname).toBe("/");
      if (path === "/") return;
      const crumbs = one(graph, "BreadcrumbList").itemListElement;
      expect(crumbs.length).toBeGreaterThanOrEqual(2);
      for (const [index, crumb] of crumbs.entries()) {
        filled(crumb, ["name", "item"]);
        expect([crumb["@type"], crumb.position]).toEqual(["ListItem", index + 1]);
        expect((await fetch(crumb.item.replace(ORIGIN, full.url))).status).toBe(200);
      }
    },
  );

  it("every page has one graph, whose addresses are whole and of this site or the company's own", async () => {
    for (const path of PAGES) {
      for (const [, address = ""] of JSON.stringify(await graphOf(full, path)).matchAll(
        /"(?:url|item|image|logo|sameAs|@id)":"([^"]*)"/g,
      )) {
        expect([ORIGIN, "https://www.facebook.example"]).toContain(new URL(address).origin);
      }
    }
  });

  it("nothing in it can end its element", async () => {
    const { data } = await headOf(full, "/");
    expect(data[0]).toContain("Dig & \\u003cSons>");
    expect(data[0]).not.toContain("<");
  });

  it.each(PAGES)("%s without settings: no placeholder and no made-up address", async (path) => {
    const graph = await graphOf(bare, path);
    const written = JSON.stringify(graph);
    for (const placeholder of [/Hometown/, /555/, /\.example/, /P\.O\./, /Anytown/, /49000/, /localhost/]) {
      expect(written).not.toMatch(placeholder);
    }
    const company = one(graph, BUSINESS_TYPE);
    expect(Object.keys(company.address)).toEqual(["@type", "addressRegion", "addressCountry"]);
    expect(Object.keys(company).sort()).toEqual(
      [
        "@id",
        "@type",
        "address",
        "description",
        "foundingDate",
        ...(path === "/" ? ["areaServed", "hasOfferCatalog"] : []),
        "openingHoursSpecification",
      ].sort(),
    );
    expect(written).not.toMatch(/"(url|item|sameAs|logo|image)":/);
  });

  it.each(PAGES)("%s claims nothing that nobody gave", async (path) => {
    const written = JSON.stringify(await graphOf(full, path));
    expect(written).not.toMatch(/"(aggregateRating|review|geo|priceRange|numberOfEmployees|employee|award)"/);
  });
});

describe("files for programs", () => {
  const ask = async (site: Site, path: string) => {
    const answer = await fetch(site.url + path);
    return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
  };

  it("robots.txt lets everything be read and names the sitemap", async () => {
    expect(await ask(full, "/robots.txt")).toEqual({
      status: 200,
      type: "text/plain; charset=utf-8",
      text: `User-agent: *\nDisallow:\n\nSitemap: ${ORIGIN}/sitemap.xml\n`,
    });
    expect((await ask(bare, "/robots.txt")).text).toBe("User-agent: *\nDisallow:\n");
  });

  it("sitemap.xml lists the pages and makes up no dates", async () => {
    const { status, type, text } = await ask(full, "/sitemap.xml");
    expect([status, type]).toEqual([200, "application/xml; charset=utf-8"]);
    expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual(
      PAGES.map((path) => ORIGIN + path),
    );
    expect(text).not.toMatch(/lastmod|priority|changefreq/);
    expect((await ask(bare, "/sitemap.xml")).status).toBe(404);
  });

  it("site.webmanifest: name and icons, each there", async () => {
    const { status, type, text } = await ask(full, "/site.webmanifest");
    expect([status, type]).toEqual([200, "application/manifest+json; charset=utf-8"]);
    const manifest = JSON.parse(text);
    const [, pageColor] = /--paper: (#\w+)/.exec(readFileSync("app/contractor/colors.css", "utf8")) ?? [];
    expect(manifest).toMatchObject({ name: "Dig & <Sons>", start_url: "/" });
    expect([manifest.theme_color, manifest.background_color]).toEqual([pageColor, pageColor]);
    expect(manifest.icons.map(({ sizes, purpose }: Node) => `${sizes} ${purpose}`)).toEqual([
      "192x192 any",
      "512x512 any",
      "192x192 maskable",
      "512x512 maskable",
    ]);
    for (const { src } of manifest.icons) expect((await fetch(full.url + src)).status).toBe(200);
  });

  it("security.txt: contact and expiry (RFC 9116), and none where nobody can be reached", async () => {
    const { status, type, text } = await ask(full, "/.well-known/security.txt");
    expect([status, type]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(text).toContain("Contact: mailto:office@dig.example\n");
    expect(text).toContain(`Canonical: ${ORIGIN}/.well-known/security.txt\n`);
    const days = (Date.parse(/Expires: (\S+)/.exec(text)?.[1] ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(300);
    expect(days).toBeLessThan(365);
    expect((await ask(bare, "/.well-known/security.txt")).status).toBe(404);
  });
});
