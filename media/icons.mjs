/**
 * icons.mjs - every icon and the link-preview card from one source, logo.svg.
 *
 *   node icons.mjs [outdir]         (default: ../public)
 *
 * favicon.svg, favicon.ico (16, 32, 48), apple-touch-icon.png (180), icon-192/512.png, maskable-192/512.png (mark inside the
 * safe zone), logo-mark.svg, og.jpg (1200x630). The card sits on out/hero-wide.png when it has been rendered, else on hero-wide.jpg;
 * it names the trade and the region. NAME=... adds a business name: none is baked in by default.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { fonts, measure, outline } from "./type.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "..", "public");
mkdirSync(out, { recursive: true });
sharp.concurrency(1);

const PAPER = "#F4EDE0";
const source = readFileSync(join(here, "logo.svg"), "utf8");
const mark = source.replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$/g, "");
const svg = (viewBox, body, attrs = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"${attrs}>${body}</svg>\n`;
const png = (s, size) =>
  sharp(Buffer.from(s), { density: 300 })
    .resize(size, size, { fit: "contain", background: "#0000" })
    .png({ compressionLevel: 9 })
    .toBuffer();

// the mark alone, and a coarser drawing for 16-32 px: three bands, no pit walls, wider gaps
const tight = "6 4.5 84 88";
writeFileSync(join(out, "logo-mark.svg"), source);
writeFileSync(join(out, "favicon.svg"), svg("4 4.5 88 88", mark));
const small = svg(
  "4 2 88 92",
  '<path fill="#E8981A" d="M48 4 88 27 48 50 8 27z"/><path fill="#3A2B20" d="M48 18 64 27 48 36 32 27z"/><path fill="#2C2D2C" d="M8 33 45 54V68L8 47zM88 33 51 54V68L88 47z"/><path fill="#9A6A48" d="M8 53 45 74V92L8 70zM88 53 51 74V92L88 70z"/>',
);

// .ico holding PNG images
const sizes = [16, 32, 48];
const images = await Promise.all(sizes.map((s) => png(s < 48 ? small : svg("4 4.5 88 88", mark), s)));
const head = Buffer.alloc(6 + 16 * sizes.length);
head.writeUInt16LE(1, 2);
head.writeUInt16LE(sizes.length, 4);
let offset = head.length;
sizes.forEach((s, i) => {
  const e = 6 + 16 * i;
  head.writeUInt8(s, e);
  head.writeUInt8(s, e + 1);
  head.writeUInt16LE(1, e + 4);
  head.writeUInt16LE(32, e + 6);
  head.writeUInt32LE(images[i].length, e + 8);
  head.writeUInt32LE(offset, e + 12);
  offset += images[i].length;
});
writeFileSync(join(out, "favicon.ico"), Buffer.concat([head, ...images]));

// tiles: the mark centred on paper, `share` of the tile wide
const tile = (share, radius = 0) => {
  const side = 88 / share;
  const o = 48 - side / 2;
  return svg(
    `${o} ${o + 0.5} ${side} ${side}`,
    `<rect x="${o}" y="${o + 0.5}" width="${side}" height="${side}" rx="${side * radius}" fill="${PAPER}"/>${mark}`,
  );
};
writeFileSync(join(out, "apple-touch-icon.png"), await png(tile(0.74), 180));
for (const s of [192, 512]) {
  writeFileSync(join(out, `icon-${s}.png`), await png(tile(0.8, 0.18), s));
  writeFileSync(join(out, `maskable-${s}.png`), await png(tile(0.58), s));
}

// link-preview card
const wide = join(here, "out", "hero-wide.png");
// A clean checkout has no masters: it has the wide picture as it was shipped.
const hero = existsSync(wide) ? wide : join(here, "hero-wide.jpg");
{
  const name = process.env.NAME;
  const lines = [
    ...(name
      ? [
          {
            t: name,
            f: fonts.heading,
            s: Math.min(58, (58 * 470) / measure(name, 58, fonts.heading)),
            y: 268,
            c: "#2C2D2C",
          },
        ]
      : [
          { t: "Excavation and", f: fonts.heading, s: 54, y: 254, c: "#2C2D2C" },
          { t: "site preparation", f: fonts.heading, s: 54, y: 312, c: "#2C2D2C" },
        ]),
    ...(name ? [{ t: "Excavation and site preparation", f: fonts.text, s: 29, y: 318, c: "#4A4640" }] : []),
    { t: "Southwest Michigan", f: fonts.text, s: 27, y: 372, c: "#9A5B06" },
  ];
  const overlay = svg(
    "0 0 1200 630",
    `<defs><linearGradient id="g"><stop stop-color="${PAPER}" stop-opacity=".95"/><stop offset=".36" stop-color="${PAPER}" stop-opacity=".7"/><stop offset=".56" stop-color="${PAPER}" stop-opacity="0"/></linearGradient></defs><path fill="url(#g)" d="M0 0h1200v630H0z"/>` +
      `<svg x="64" y="62" width="112" height="118" viewBox="${tight}">${mark}</svg>` +
      lines
        .map(
          (l) =>
            `<path fill="${l.c}" d="${outline(l.t, 64, l.y, l.s, l.f, l.f === fonts.heading ? -0.012 : 0)}"/>`,
        )
        .join(""),
    ' width="1200" height="630"',
  );
  const base = await sharp(hero).resize(1200, 630, { fit: "cover", position: "right" }).toBuffer();
  const card = sharp(base).composite([{ input: Buffer.from(overlay) }]);
  await card.clone().jpeg({ quality: 84, mozjpeg: true }).toFile(join(out, "og.jpg"));
}
console.log(out);
