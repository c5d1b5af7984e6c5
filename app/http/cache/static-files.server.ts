import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, posix } from "node:path";
import { type StoredAnswer, storeAnswer } from "~/http/cache/cached-response.server";

const FOLDER = "public";
/** Where keep-last-build.mjs keeps what pages that were opened before a deploy still ask for. */
const LAST_BUILD = join("build", "last");
/** Where compress-files.mjs puts what it compressed, each file under the hash of what it was. */
const COMPRESSED = join("build", "compressed");

/** A file of another kind is Express's, as before. */
const TYPES: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".mp4": "video/mp4",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webm": "video/webm",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** The build names its files by their content. */
const FOREVER = "public, max-age=31536000, immutable";
/** A file that is replaced under its name is seen by everybody within the hour, or at the visit after that. */
const AN_HOUR = "public, max-age=3600, stale-while-revalidate=604800";

const files = new Map<string, StoredAnswer>();
const folders = new Set<string>();

/** Reads all public files (6 MB) into memory. What is not among them now has no address, whatever a path says. */
export function loadFiles(): void {
  loadFolder(FOLDER, "/");
  if (existsSync(LAST_BUILD)) loadFolder(LAST_BUILD, "/build/");
}

function loadFolder(folder: string, address: string): void {
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    const path = address + name;
    if (path.includes("/.") || files.has(path)) continue;
    const place = join(folder, name);
    if (statSync(place).isDirectory()) folders.add(path);
    else if (TYPES[extname(name)]) files.set(path, load(path, place));
  }
}

function load(path: string, place: string): StoredAnswer {
  const identity = readFileSync(place);
  const compressed = join(COMPRESSED, createHash("sha256").update(identity).digest("hex"));
  const headers = {
    "content-type": TYPES[extname(path)] ?? "",
    "cache-control": path.startsWith("/build/") ? FOREVER : AN_HOUR,
  };
  return storeAnswer(path, 200, headers, {
    identity,
    br: readIfThere(`${compressed}.br`),
    gzip: readIfThere(`${compressed}.gz`),
  });
}

const readIfThere = (place: string) => (existsSync(place) ? readFileSync(place) : undefined);

/** The file at this path, spelled exactly so. */
export const storedFile = (path: string) => files.get(path);

/** Whether a path names a folder, in any spelling. */
export const isFolder = (path: string) =>
  folders.has(posix.normalize(decodeURIComponent(path)).replace(/(?<=.)\/$/, ""));
