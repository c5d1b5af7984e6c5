/**
 * fonts.mjs - the two typefaces of the site, cut down to what it sets.
 *
 *   node fonts.mjs                          -> ../public/fonts/{archivo,public-sans}.woff2
 *
 * Archivo for headings (width 108, weights 600 to 800), Public Sans for text (400 to 700): printable ASCII and the signs
 * below. What visitors type may hold any sign; the browser takes those from its own fonts. Both are under the SIL Open
 * Font License 1.1, see public/fonts/LICENSE.txt.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const { resolve } = createRequire(import.meta.url);
const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
const SIGNS = "\u00a0©·×é–—‘’“”…•→✓½°";
const FONTS = {
  archivo: {
    src: "@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2",
    axes: { wdth: 108, wght: { min: 600, max: 800 } },
  },
  "public-sans": {
    src: "@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2",
    axes: { wght: { min: 400, max: 700 } },
  },
};

const out = new URL("../public/fonts/", import.meta.url);
mkdirSync(out, { recursive: true });
for (const [name, { src, axes }] of Object.entries(FONTS)) {
  const font = await subsetFont(readFileSync(resolve(src)), ASCII + SIGNS, {
    targetFormat: "woff2",
    variationAxes: axes,
  });
  writeFileSync(new URL(`${name}.woff2`, out), font);
  console.log(`${name}.woff2 ${font.length} bytes`);
}
