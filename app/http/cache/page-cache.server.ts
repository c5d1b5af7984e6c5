import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { config } from "~/config/config.server";
import { compress } from "~/http/cache/best-compression.mjs";
import { type CachedResponse, createCachedResponse } from "~/http/cache/cached-response.server";
import { sharedDocument } from "~/http/cache/shared-document";
import { isStopping } from "~/http/connections.server";
import { today } from "~/local-time.server";
import { log } from "~/log/log.server";

/**
 * A cache of rendered, compressed documents that are the same for all visitors. It is filled by requests of the site itself,
 * which contain only a URL from `sharedDocument`, so no visitor's data can get in.
 */

/** Any path that does not exist: its page is sent for every unknown URL. */
const NOT_FOUND = "/not-found";

/**
 * Revalidated every time: a page refers to files of one build, and has facts that the owner may change. While the site is down, a
 * proxy may serve it for a day, since it has the phone number. A CDN must not rewrite the
 * email address: without JavaScript nobody could read it.
 */
const CACHE_CONTROL = "max-age=0, stale-if-error=86400, no-transform";

/**
 * The pages of one local day by URL: the home page's season and the footer's year depend on the date. Undefined while a page is
 * being rendered, or if that failed: it is not retried that day.
 */
let pages = new Map<string, CachedResponse | undefined>();
let day = "";
let render: ReturnType<typeof createRequestHandler> | undefined;
/** One render at a time: requests have priority, and the outbox needs the threads that also compress. */
let queue = Promise.resolve();

/** Enables the cache. `build`: the complete server build. */
export function startPageCache(build: ServerBuild): void {
  render = createRequestHandler(build, "production");
}

/** The cached document of a URL; undefined if it must be rendered, which also starts caching a shared one. */
export function cachedPage(url: string): CachedResponse | undefined {
  return get(pages.has(url) ? url : sharedDocument(url));
}

/** The cached 404 page; undefined if it must be rendered. */
export const cachedNotFound = () => get(NOT_FOUND);

function get(key: string | undefined): CachedResponse | undefined {
  if (key === undefined || !render) return undefined;
  // A new map, because a render in progress writes into the old one.
  if (today() !== day) pages = new Map();
  day = today();
  if (!pages.has(key)) {
    const cache = pages.set(key, undefined);
    queue = queue.then(() => renderInto(cache, key));
  }
  return pages.get(key);
}

async function renderInto(cache: typeof pages, url: string): Promise<void> {
  if (isStopping()) return;
  const done = new AbortController();
  try {
    const response = await render?.(new Request(config.siteOrigin + url, { signal: done.signal }));
    const status = url === NOT_FOUND ? 404 : 200;
    if (response?.status !== status) throw new Error(`status ${response?.status}`);
    const headers = { ...Object.fromEntries(response.headers), "cache-control": CACHE_CONTROL };
    const identity = Buffer.from(await response.arrayBuffer());
    const bodies = { identity, ...(await compress(identity)) };
    cache.set(url, createCachedResponse(url, status, headers, bodies));
  } catch {
    const advice = "This page is rendered for each request. Please report it.";
    log("warn", "page.render_failed", { path: url, advice });
  } finally {
    // Otherwise Remix's timer for this request would delay shutdown.
    done.abort();
  }
}
