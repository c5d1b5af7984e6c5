import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { config } from "~/config/config.server";
import { log } from "~/config/log.server";
import { type StoredAnswer, storeAnswer } from "~/http/cache/cached-response.server";
import { isStopping } from "~/http/shutdown.server";
import { PAGES } from "~/site/pages";

/**
 * Pages without a query are the same for everybody: rendered once, compressed once, sent from memory. Only the site's own
 * requests fill this cache, with nothing in them but one of seven addresses, so nothing of a visitor can get into it.
 */

/** An address that is none; its page is everybody's who asks for a page that is not there. */
const NOWHERE = "/not-found";

/**
 * Whoever holds a page asks whether it has changed: a page names files of one build, and facts that the owner may change.
 * While the site cannot be reached, a proxy may go on showing it for a day, for the phone number is on it.
 */
const CACHE_CONTROL = "public, max-age=0, stale-if-error=86400";

const pages = new Map<string, StoredAnswer>();
/** From then on the year in the footer is another. */
let newYear = 0;
let render: ReturnType<typeof createRequestHandler> | undefined;

/** The page at this address, spelled exactly so and without a query, or undefined where it must be rendered. */
export function storedPage(url: string): StoredAnswer | undefined {
  if (!pages.has(url)) return undefined;
  if (Date.now() >= newYear) renderAll();
  return pages.get(url);
}

/** The page for any address that is none. */
export const storedNotFound = () => storedPage(NOWHERE);

/** Renders the pages into memory. Until one is there it is rendered for each request. */
export function warmPages(build: ServerBuild): void {
  render = createRequestHandler(build, "production");
  renderAll();
}

function renderAll(): void {
  pages.clear();
  newYear = new Date(new Date().getFullYear() + 1, 0).getTime();
  void (async () => {
    // One after the other: requests come first, and the outbox needs the threads that compress.
    for (const path of [...PAGES.map(({ path }) => path), NOWHERE]) if (!isStopping()) await store(path);
  })();
}

async function store(path: string): Promise<void> {
  const status = path === NOWHERE ? 404 : 200;
  const over = new AbortController();
  try {
    const answer = await render?.(new Request(config.siteOrigin + path, { signal: over.signal }));
    if (answer?.status !== status) throw new Error(`answered ${answer?.status}`);
    const identity = Buffer.from(await answer.arrayBuffer());
    const headers = { ...Object.fromEntries(answer.headers), "cache-control": CACHE_CONTROL };
    pages.set(path, storeAnswer(path, status, headers, { identity, ...(await compress(identity)) }));
  } catch {
    log("warn", "page.uncached", {
      path,
      advice: "This page is rendered for each request. Please report it.",
    });
  } finally {
    // Remix keeps a timer for each request until its client is gone; left running, it would hold up the process's end.
    over.abort();
  }
}

async function compress(page: Buffer) {
  const best = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
  };
  return {
    br: await promisify(brotliCompress)(page, { params: best }),
    gzip: await promisify(gzip)(page, { level: 9 }),
  };
}
