/**
 * ship.mjs - encodes a finished picture, or a photograph, for the site.
 *
 *   npm run media:photo -- media/out/septic.png [...] -> public/images/septic-{240,480,736,800,1280,1600}.{avif,webp}, septic-{800,1280}.jpg
 *
 * mozjpeg q78, WebP q78 (yards 62), AVIF as WIDTHS says: lower at the widths that phones take, so that a card's picture, and
 * the home page's first, fits what a new connection carries in its first round trip (14,600 bytes with the headers). A
 * photograph is turned upright and cut to the picture's shape (4:3; about 21:9) around what draws the eye; what its camera noted
 * of place, time and owner is left out.
 */
import { mkdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const here = dirname(fileURLToPath(import.meta.url));
sharp.concurrency(1);

/** Width in pixels to AVIF quality. */
const WIDTHS = { 240: 48, 480: 48, 736: 42, 800: 54, 1280: 54, 1600: 54, 2560: 50 };
/** For browsers without the other two, and for search engines. */
const JPEG_WIDTHS = [800, 1280];
/** Transparent. Their JPEG lies on this: --backdrop and --paper in app/styles/tokens.css, and the winter's evening. */
const CUT_OUT = { hero: "#e7dcc8", snow: "#4c6091", closing: "#f4ede0", "closing-dozer": "#f4ede0" };
/** Grass from edge to edge: as WebP they'd be half again as large as the others. */
const YARDS = ["basement", "dozer", "driveway", "pool", "septic"].flatMap((name) => [name, `${name}-lawn`]);
for (const name of YARDS) CUT_OUT[name] = "#f4ede0";
/** Those that are never shown larger. Across a window alone: about. */
const SMALL = ["closing", "closing-dozer", "dozer"];
/** Only these have one of 240 px, a thumbnail. */
const THUMBNAILS = ["basement", "dozer", "driveway", "pool", "septic", "snow"];
/** Height to width, where it is not 3:4. */
const SHAPE = { about: 69 / 160 };
const widest = (name) => (name === "about" ? 2560 : name in CUT_OUT && !SMALL.includes(name) ? 1600 : 1280);

const encoders = {
  avif: (img, quality) => img.avif({ quality, effort: 6, chromaSubsampling: "4:2:0" }),
  webp: (img, _, name) =>
    img.webp({ quality: YARDS.includes(name) ? 62 : 78, alphaQuality: 80, effort: 6, smartSubsample: true }),
  jpg: (img) => img.jpeg({ quality: 78, mozjpeg: true }),
};

/**
 * Encodes one finished picture at every width.
 *
 * @param {string} src `<name>.png` or any other picture; its name is the picture's name on the site
 * @param {string} [out] the folder of the site's pictures
 * @returns {Promise<Record<string, number>>} file name to size in bytes
 */
export async function ship(src, out = join(here, "..", "public", "images")) {
  mkdirSync(out, { recursive: true });
  const name = basename(src).replace(/\.\w+$/, "");
  const bytes = {};
  const widths = Object.keys(WIDTHS).map(Number);
  const least = THUMBNAILS.includes(name) ? 240 : 480;
  for (const w of widths.filter((width) => least <= width && width <= widest(name)))
    for (const [ext, encode] of Object.entries(encoders)) {
      if (ext === "jpg" && !JPEG_WIDTHS.includes(w)) continue;
      const img = sharp(src)
        .autoOrient()
        .resize(w, Math.round(w * (SHAPE[name] ?? 3 / 4)), {
          kernel: "lanczos3",
          fit: "cover",
          position: "attention",
        })
        .sharpen({ sigma: 0.5, m1: 0.4, m2: 0.6 });
      if (ext === "jpg" && name in CUT_OUT) img.flatten({ background: CUT_OUT[name] });
      const file = `${name}-${w}.${ext}`;
      // The edges of a transparent picture cost a third more.
      await encode(img, WIDTHS[w] - (name in CUT_OUT ? 11 : 0), name).toFile(join(out, file));
      bytes[file] = statSync(join(out, file)).size;
    }
  return bytes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.length < 3) console.error("Name a picture, e.g. npm run media:photo -- septic.jpg");
  // npm changes the folder, but says where it was called.
  const called = process.env.INIT_CWD ?? process.cwd();
  for (const src of process.argv.slice(2)) console.log(await ship(resolve(called, src)));
}
