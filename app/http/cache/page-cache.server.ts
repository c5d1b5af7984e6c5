import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { config } from "~/config/config.server";
import { compress } from "~/http/cache/best-compression.mjs";
import { type CachedResponse, createCachedResponse } from "~/http/cache/cached-response.server";
import { sharedDocument } from "~/http/cache/shared-document";
import { isStopping } from "~/http/connections.server";
import { today } from "~/local-time.server";
import { log } from "~/log/log.server";

/**
 * Documents that are the same for everybody are rendered and compressed once, on the first request, then sent from
 * memory. The site fills this cache with requests of its own that hold only a URL known to `sharedDocument`, so no
 * visitor's data can get in.
 */

/** A path that does not exist. Its page is the 404 page for every unknown URL. */
const NOT_FOUND = "/not-found";

/**
 * Browsers and proxies revalidate every time: a page names files of one build, and facts that the owner may change. While
 * the site is down, a proxy may show it for a day: it has the phone number.
 */
const CACHE_CONTROL = "public, max-age=0, stale-if-error=86400";

/**
 * The pages of one local day by URL: the home page's season and the footer's year depend on the date. Undefined while one
 * is rendered, or after that failed: it is not tried again that day.
 */
let pages = new Map<string, CachedResponse | undefined>();
let day = "";
let render: ReturnType<typeof createRequestHandler> | undefined;
/** One render at a time: requests come first, and the outbox needs the threads that compress. */
let queue = Promise.resolve();

/** Starts caching. Until a page is in the cache, it is rendered for each request. */
export function startPageCache(build: ServerBuild): void {
  render = createRequestHandler(build, "production");
}

/** The document at this URL, or undefined if it must be rendered for this visitor. */
export function cachedPage(url: string): CachedResponse | undefined {
  return get(pages.has(url) ? url : sharedDocument(url));
}

/** The 404 page, or undefined if it must be rendered. */
export const cachedNotFound = () => get(NOT_FOUND);

function get(key: string | undefined): CachedResponse | undefined {
  if (key === undefined || !render) return undefined;
  // A new map: a render still under way ends up in the old one.
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
    // Remix keeps a timer for each request until its client is gone. Left running, it would delay shutdown.
    done.abort();
  }
}
