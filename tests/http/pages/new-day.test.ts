import { expect, it } from "vitest";
import { HOME_HERO, SEASONS } from "~/contractor/hero";
import { clockAt } from "../../clock.mjs";
import { startSite } from "../../start-site";
import { ask } from "../post";
import { FROM_MEMORY, PLAIN_PAGES, warm } from "../server/warm";

const WINTER = SEASONS.find(({ months }) => months.includes(12) && !months.includes(11))?.hero;
const PLAIN = { headers: { "accept-encoding": "identity" } };

it.skipIf(!WINTER)(
  "new day: cached pages follow at the company's midnight, not before, when winter begins",
  async () => {
    const site = await startSite(clockAt("2031-11-30T23:30:00-05:00", [20, 20]));
    await warm(site.url, ["/"]);
    const before = await ask(site.url, "/", PLAIN);
    expect(before.text).toContain(`/images/${HOME_HERO.image.name}-800.jpg`);
    expect(before.text).not.toContain(WINTER?.title);
    for (const { notice } of SEASONS) if (notice) expect(before.text).not.toContain(notice.text);

    process.kill(site.pid, "SIGUSR2");
    await new Promise((resolve) => setTimeout(resolve, 500));
    const still = await ask(site.url, "/", PLAIN);
    expect(still.headers["cache-control"]).toBe(FROM_MEMORY);
    expect(still.headers.etag).toBe(before.headers.etag);

    process.kill(site.pid, "SIGUSR2");
    const page = () => ask(site.url, "/", PLAIN);
    await expect.poll(async () => (await page()).text).toContain(WINTER?.title);
    await expect.poll(async () => (await page()).headers["cache-control"]).toBe(FROM_MEMORY);
    const winter = await page();
    expect(winter.text).toContain(`alt="${WINTER?.image?.alt}"`);
    expect(winter.text).toContain(HOME_HERO.badge);
    expect(winter.text).not.toContain(`/images/${HOME_HERO.image.name}-800.jpg`);
    expect(site.events("page.render_failed")).toEqual([]);
    await site.end();
  },
);

it("new day: the footer's year is the company's, and a notice of yesterday gone, on every page", async () => {
  const site = await startSite({
    // In London it is 2032 already.
    ...{ TZ: "Europe/London", ...clockAt("2031-12-31T23:30:00-05:00", [40]) },
    ...{ BUSINESS_NOTICE: "Closed today", BUSINESS_NOTICE_UNTIL: "2031-12-31" },
  });
  await warm(site.url, PLAIN_PAGES);
  const read = async (path: string) => (await ask(site.url, path)).text.replaceAll("<!-- -->", "");
  expect(await read("/")).toMatch(/© 2031/);
  expect(await read("/services")).toContain("Closed today");
  process.kill(site.pid, "SIGUSR2");
  for (const path of PLAIN_PAGES) {
    await expect.poll(() => read(path), { message: path }).toMatch(/© 2032/);
    expect(await read(path), path).not.toContain("Closed today");
  }
  await expect.poll(async () => (await ask(site.url, "/about")).headers["cache-control"]).toBe(FROM_MEMORY);
  expect(site.events("page.render_failed")).toEqual([]);
  await site.end();
});
