import { vi } from "vitest";
import { PAGES } from "~/urls/pages";
import { ask, FORM } from "../post";

const PATHS = PAGES.map(({ path }) => path);

/** Documents that are the same for everybody: the pages, the form over each, with some of the services and places. */
export const SHARED = [
  ...PATHS,
  ...PATHS.flatMap((path) => {
    const form = `${path === "/" ? "" : path}/quote`;
    return [form, `${form}?service=${FORM.projectType}`, `${form}?at=call-to-action`];
  }),
  `/contact?service=${FORM.projectType}`,
];

/** What a page from memory says to caches; a page that was rendered for this request says "no-cache". Neither may be rewritten. */
export const FROM_MEMORY = "max-age=0, stale-if-error=86400, no-transform";

/** Waits until a site that has just started has every shared document in memory. */
export async function warm(origin: string): Promise<void> {
  for (const path of [...SHARED, "/no-such-page"]) {
    const stored = async () => (await ask(origin, path)).headers["cache-control"] === FROM_MEMORY;
    await vi.waitUntil(stored, { timeout: 60_000, interval: 50 });
  }
}
