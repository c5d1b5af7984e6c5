import { vi } from "vitest";
import { ask } from "../post";

/** Every page of the site. */
export const PAGES = ["/", "/about", "/services", "/contact", "/privacy-policy", "/terms-of-service"];

/** Documents that are the same for everybody: the pages, the form over each, with some of the services and places. */
export const SHARED = [
  ...PAGES,
  ...PAGES.flatMap((path) => {
    const form = `${path === "/" ? "" : path}/quote`;
    return [form, `${form}?service=pool-excavation`, `${form}?at=call-to-action`];
  }),
  "/contact?service=gps-dozer-work",
];

/** What a page from memory says to caches; a page that was rendered for this request says "no-cache". */
export const FROM_MEMORY = "public, max-age=0, stale-if-error=86400";

/** Waits until a site that has just started has every shared document in memory. */
export async function warm(origin: string): Promise<void> {
  for (const path of [...SHARED, "/no-such-page"]) {
    const stored = async () => (await ask(origin, path)).headers["cache-control"] === FROM_MEMORY;
    await vi.waitUntil(stored, { timeout: 20_000, interval: 50 });
  }
}
