/**
 * A step of `npm run build`: encodes the photos of app/contractor/photos/ in the sizes and formats that pages use, rotated upright
 * and without metadata (location, time, device), into public/photos/. Names contain a hash of the content, so unchanged photos
 * are not encoded again. Writes build/photos.json: see `Photo` in ui/sections/photos.server.ts.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { findPhotos } from "./find-photos.mjs";

const SOURCE = join("app", "contractor", "photos");
const OUT = join("public", "photos");
/** In pixels. A smaller photo is not enlarged. */
const WIDTHS = [480, 960, 1600];
/** For browsers without AVIF and WebP. */
const JPEG_WIDTH = 960;
/** Part of the hash. Increment it when the encoding below changes. */
const VERSION = 1;

const { photos, problems } = existsSync(SOURCE) ? await findPhotos(SOURCE) : { photos: [], problems: [] };
for (const folder of [OUT, "build"]) mkdirSync(folder, { recursive: true });
/** @type {Set<string>} */
const wanted = new Set();
const list = [];
for (const [i, { name, file, caption }] of problems.length ? [] : photos.entries()) {
  const id = createHash("sha256").update(`${VERSION} `).update(file).digest("hex").slice(0, 16);
  try {
    const { autoOrient } = await sharp(file).metadata();
    const widths = WIDTHS.filter((width, index) => index === 0 || width <= autoOrient.width);
    const files = [...widths.flatMap((width) => [`${id}-${width}.avif`, `${id}-${width}.webp`]), `${id}.jpg`];
    for (const made of files) wanted.add(made);
    const missing = files.filter((made) => !existsSync(join(OUT, made)));
    if (missing.length > 0) {
      process.stdout.write(`photo ${i + 1} of ${photos.length}: ${name}\n`);
      await encode(file, missing);
    }
    const isOwner = /^owner\./i.test(name);
    const { width, height } = autoOrient;
    list.push({ id, caption: isOwner ? "" : caption, width, height, widths, isOwner });
    if (!caption) process.stdout.write(`${name} has no caption: rename it to what it shows.\n`);
  } catch {
    problems.push(`${name} is damaged. Export it again as JPEG.`);
  }
}
if (problems.length > 0) {
  process.stderr.write(problems.map((problem) => `app/contractor/photos/${problem}\n`).join(""));
  process.exit(1);
}
for (const made of readdirSync(OUT)) if (!wanted.has(made)) rmSync(join(OUT, made));
writeFileSync(join("build", "photos.json"), JSON.stringify(list));

/** @param {Buffer} file @param {string[]} missing their names say width and format */
async function encode(file, missing) {
  const decoded = sharp(file).autoOrient().flatten({ background: "#fff" });
  const { data, info } = await decoded
    .resize(Math.max(...WIDTHS), undefined, { withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Encoding a file uses one thread, so all are encoded in parallel.
  const make = async (/** @type {string} */ name) => {
    const width = Number(/-(\d+)\./.exec(name)?.[1] ?? JPEG_WIDTH);
    const photo = sharp(data, { raw: info }).resize(width, undefined, { withoutEnlargement: true });
    if (name.endsWith(".avif")) photo.avif({ quality: 50, effort: 3 });
    else if (name.endsWith(".webp")) photo.webp({ quality: 75 });
    else photo.jpeg({ quality: 75, mozjpeg: true });
    // Atomic: an interrupted build must not leave a partial file under this name.
    await photo.toFile(join(OUT, `${name}.part`));
    renameSync(join(OUT, `${name}.part`), join(OUT, name));
  };
  await Promise.all(missing.map(make));
}
