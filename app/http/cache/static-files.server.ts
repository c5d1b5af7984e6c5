import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { type CachedResponse, createCachedResponse } from "~/http/cache/cached-response.server";

/** The output of compress-files.mjs: compressed files named by the hash of the original. */
const COMPRESSED = join("build", "compressed");

const TYPES: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mp4": "video/mp4",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webm": "video/webm",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** There may be many, so each is read on first use. */
const PHOTOS = "/photos/";

/** For files with a hash in their name. */
const FOREVER = "public, max-age=31536000, immutable";
/** For files that may be replaced under the same name. */
const AN_HOUR = "public, max-age=3600, stale-while-revalidate=604800";

const files = new Map<string, () => CachedResponse | undefined>();

/** Reads public files (8 MB) into memory, photos on first use. Finds files that are added later only after a restart. */
export function loadFiles(): void {
  for (const entry of readdirSync("public", { recursive: true, withFileTypes: true })) {
    const filePath = join(entry.parentPath, entry.name);
    const path = filePath.replace("public", "");
    if (!entry.isFile() || path.includes("/.")) continue;
    const read = () => load(path, filePath);
    let file = path.startsWith(PHOTOS) ? undefined : read();
    files.set(path, () => {
      // A new build may have deleted the photo.
      if (!file && existsSync(filePath)) file = read();
      return file;
    });
  }
}

function load(path: string, filePath: string): CachedResponse {
  const identity = readFileSync(filePath);
  const compressed = join(COMPRESSED, createHash("sha256").update(identity).digest("hex"));
  const type = TYPES[extname(path)] ?? "application/octet-stream";
  const headers = {
    "content-type": type,
    "cache-control": /^\/(?:build|photos)\//.test(path) ? FOREVER : AN_HOUR,
  };
  return createCachedResponse(path, 200, headers, {
    identity,
    br: readIfThere(`${compressed}.br`),
    gzip: readIfThere(`${compressed}.gz`),
  });
}

const readIfThere = (filePath: string) => (existsSync(filePath) ? readFileSync(filePath) : undefined);

/** The cached response for a file of `public/`, by its exact URL path. */
export const cachedFile = (path: string) => files.get(path)?.();
