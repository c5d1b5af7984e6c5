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

/** Width in px, letter by letter as `outline` sets them; tracking in em. */
export const measure = (text, size, font = fonts.text, tracking = 0) =>
  [...text].reduce((width, ch) => width + font.getAdvanceWidth(ch, size) + tracking * size, 0);

/**
 * SVG path data for a line of text with its baseline at (x, y). Put together here, because opentype.js's own toPathData
 * (2.0.0) writes NaN for some coordinates.
 */
export function outline(text, x, y, size, font = fonts.heading, tracking = 0) {
  let d = "";
  /** In tenths of a pixel, as written so far: relative numbers are shorter, and must not drift. */
  let at = [0, 0];
  const relative = (px, py) => [Math.round(px * 10) - at[0], Math.round(py * 10) - at[1]];
  for (const ch of text) {
    for (const { type, x1, y1, x2, y2, x: ex, y: ey } of font.getPath(ch, x, y, size).commands) {
      if (type === "Z") {
        d += "z";
        continue;
      }
      const points = [
        [x1, y1],
        [x2, y2],
        [ex, ey],
      ].filter(([px]) => px !== undefined);
      const moves = points.flatMap(([px, py]) => relative(px, py));
      d +=
        (type === "M" ? "M" : type.toLowerCase()) +
        (type === "M" ? points[0].map((v) => Math.round(v * 10)) : moves)
          .map((v) => `${v < 0 ? "" : " "}${v / 10}`.replace(/^( |-)0\./, "$1."))
          .join("")
          .trim();
      at = [Math.round(ex * 10), Math.round(ey * 10)];
    }
    x += font.getAdvanceWidth(ch, size) + tracking * size;
  }
  return d;
}
