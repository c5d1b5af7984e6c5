import { afterAll, beforeAll, expect, it } from "vitest";
import { PAGES } from "~/urls/pages";
import { pageColor } from "../../contractor/page-color";
import { type Site, startSite } from "../../start-site";

/** The files that search engines, browsers and researchers ask for. */

const ORIGIN = "https://www.dig.example";
const NAME = "Dig & <Sons>";

/** A site with its settings, and one with none. */
let full: Site;
let bare: Site;
beforeAll(async () => {
  const given = {
    ...{ SITE_URL: ORIGIN, FORWARD_URL: "http://127.0.0.1:9/" },
    ...{ BUSINESS_NAME: NAME, BUSINESS_EMAIL: "office@dig.example" },
  };
  [full, bare] = await Promise.all([startSite(given), startSite()]);
});
afterAll(() => Promise.all([full.end(), bare.end()]));

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
