/**
 * type.mjs - measures and outlines text in the site's two typefaces (from the pinned @fontsource packages), so that labels
 * are placed by true widths and pictures carry no font dependency. Used by map.mjs and icons.mjs.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import opentype from "opentype.js";

const require = createRequire(import.meta.url);
const load = (file) => {
  const b = readFileSync(require.resolve(file));
  return opentype.parse(b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength));
};

export const fonts = {
  heading: load("@fontsource/archivo/files/archivo-latin-700-normal.woff"),
  text: load("@fontsource/public-sans/files/public-sans-latin-600-normal.woff"),
};

/** Width in px; tracking in em. */
export const measure = (text, size, font = fonts.text, tracking = 0) =>
  font.getAdvanceWidth(text, size) + tracking * size * text.length;

/**
 * SVG path data for a line of text with its baseline at (x, y). Put together here, because opentype.js's own toPathData
 * (2.0.0) writes NaN for some coordinates.
 */
export function outline(text, x, y, size, font = fonts.heading, tracking = 0) {
  let d = "";
  for (const ch of text) {
    for (const { type, x1, y1, x2, y2, x: ex, y: ey } of font.getPath(ch, x, y, size).commands)
      d +=
        type +
        [x1, y1, x2, y2, ex, ey]
          .filter((v) => v !== undefined)
          .map((v) => v.toFixed(1))
          .join(" ");
    x += font.getAdvanceWidth(ch, size) + tracking * size;
  }
  return d;
}
