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

/** Every page, and the one for what is none. */
export const PLAIN_PAGES = [...PATHS, "/no-such-page"];

/** Waits until a site that has just started has these documents in memory, by default every shared one. */
export async function warm(origin: string, paths = [...SHARED, "/no-such-page"]): Promise<void> {
  await Promise.all(paths.map((path) => ask(origin, path)));
  // The last one first: who asks for one that is not there yet has it rendered once more.
  for (const path of paths.toReversed()) {
    const stored = async () => (await ask(origin, path)).headers["cache-control"] === FROM_MEMORY;
    await vi.waitUntil(stored, { timeout: 60_000, interval: 200 });
  }
}
