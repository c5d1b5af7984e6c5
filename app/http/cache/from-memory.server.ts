import type { ServerBuild } from "@remix-run/node";
import type { StoredAnswer } from "~/http/cache/cached-response.server";
import { isNoSuchAddress, learnRoutes } from "~/http/cache/no-such-address.server";
import { storedNotFound, storedPage, warmPages } from "~/http/cache/page-cache.server";
import { loadFiles, storedFile } from "~/http/cache/static-files.server";

/** What is sent from memory: pages, files, and the page for addresses that are none. Anything else is Express's. */
export const storedAnswer = (url: string, path: string): StoredAnswer | undefined =>
  storedPage(url) ?? storedFile(path) ?? (isNoSuchAddress(url) ? storedNotFound() : undefined);

/**
 * Begins to keep answers in memory: the files at once, the pages once the site runs. In development nothing is kept, for
 * everything must be seen to change.
 *
 * @param build gives the server build, which is whole only after the module that calls this
 */
export function answerFromMemory(build: () => Promise<ServerBuild>): void {
  if (process.env.NODE_ENV === "development") return;
  loadFiles();
  // First the site listens.
  setImmediate(async () => {
    const whole = await build();
    learnRoutes(whole);
    warmPages(whole);
  });
}
