/**
 * section.mjs - helpers for the two cross-sections: plain SVG, 1200 wide and 560 high, cut like the models. Its few letters
 * are outlines of the site's own typeface, because a picture cannot use the page's fonts.
 */
import { writeFileSync } from "node:fs";
import { fonts, measure, outline } from "./type.mjs";

const W = 1200;
const H = 560;
export const C = {
  sky: "#E7DCC8",
  ink: "#2C2D2C",
  amber: "#E8981A",
  top: "#4A3829",
  loam: "#8A6443",
  clay: "#A97B57",
  sand: "#D2B78E",
  conc: "#D8D3C8",
  pipe: "#FBFAF6",
  green: "#3E7D5A",
};
let seed = 1;
const reseed = (start) => {
  seed = start;
};
const rnd = () => {
  seed = (seed * 16807) % 2147483647;
  return seed / 2147483647;
};
const n = (v) => +v.toFixed(1);
/** A path; outlined in ink unless its attributes say otherwise. */
export const P = (d, fill, attributes = "") =>
  `<path d="${d}" fill="${fill}"${/stroke=/.test(attributes) ? "" : ` stroke="${C.ink}" stroke-width="2"`} ${attributes}/>`;
export const R = (x, y, w, h, fill, stroke = C.ink) =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" stroke="${stroke}" stroke-width="2"/>`;
/** A sewer pipe or a riser of plastic pipe. */
export const pipe = (d, width = 14) =>
  P(d, "none", `stroke="${C.ink}" stroke-width="${width + 4}"`) +
  P(d, "none", `stroke="${C.pipe}" stroke-width="${width}"`);
/** The height at `x` of a pipe that falls one in `run` toward, or away from, (x0, y0). */
export const fall = (x0, y0, x, run = 48) => n(y0 + (x - x0) / run);
/** A letter line in the ground. */
export const note = (x, y, text, fill = "#fff") =>
  `<path fill="${fill}" fill-opacity=".85" d="${outline(text, x, y, 17, fonts.heading, 0.12)}"/>`;
/** A number on an amber disc. */
export const disc = (number, x, y) => {
  const text = String(number);
  const size = 30;
  return `<circle cx="${n(x)}" cy="${n(y)}" r="25" fill="${C.amber}" stroke="${C.ink}" stroke-width="4"/><path fill="${C.ink}" d="${outline(text, x - measure(text, size, fonts.heading) / 2, y + size * 0.36, size)}"/>`;
};

/** A wavy line from the left to the right edge around y. */
function wave(y, amp, step, start) {
  reseed(start * 7919 + 11);
  const pts = [];
  for (let x = -10; x <= W + step; x += step) pts.push([x, y + (rnd() - 0.5) * 2 * amp]);
  return pts.slice(1).reduce(
    (d, [bx, by], i) => {
      const [ax, ay] = pts[i];
      const m = (ax + bx) / 2;
      return `${d}C${n(m)} ${n(ay)} ${n(m)} ${n(by)} ${n(bx)} ${n(by)}`;
    },
    `M${pts[0][0]} ${n(pts[0][1])}`,
  );
}

/** Sod, loam, clay loam, sand: the lawn's height and the depth of the three below. */
export function soil(ground, [loam, clay, sand]) {
  const layers = [
    [ground, 0, C.top, "pt"],
    [ground + loam, 7, C.loam, "pl"],
    [ground + clay, 10, C.clay, "pc"],
    [ground + sand, 8, C.sand, "ps"],
  ];
  return layers
    .map(([y, amp, fill, pattern], i) => {
      const d = `${wave(y, amp, 100, i + 2)}L${W + 100} ${H}H-10z`;
      return P(d, fill, 'stroke="#2c1d10" stroke-opacity=".35"') + P(d, `url(#${pattern})`, 'stroke="none"');
    })
    .join("");
}

/** Packed stones in a rectangle, or where `inside` says. */
export function stones(
  x0,
  y0,
  w,
  h,
  r0,
  r1,
  count,
  inside = () => true,
  colors = ["#CFC7B7", "#B3AA9A", "#DED7C9", "#A1988A"],
) {
  reseed(count + 5);
  const done = [];
  const by = {};
  for (let k = 0; k < count * 30 && done.length < count; k++) {
    const r = r0 + (r1 - r0) * rnd() ** 1.8;
    const x = x0 + rnd() * w;
    const y = y0 + rnd() * h;
    if (x < x0 + r || x > x0 + w - r || y < y0 + r || y > y0 + h - r || !inside(x, y, r)) continue;
    if (done.some((q) => Math.hypot(q[0] - x, q[1] - y) < (q[2] + r) * 0.92)) continue;
    done.push([x, y, r]);
    const sides = 5 + Math.floor(rnd() * 2);
    const turn = rnd() * 6;
    let d = "";
    for (let i = 0; i < sides; i++) {
      const a = turn + (i * 6.283) / sides;
      const q = r * (0.82 + 0.3 * rnd());
      d += `${i ? "L" : "M"}${n(x + Math.cos(a) * q * 1.1)} ${n(y + Math.sin(a) * q * 0.9)}`;
    }
    const color = colors[Math.floor(rnd() * colors.length)];
    by[color] = `${by[color] ?? ""}${d}z`;
  }
  return Object.entries(by)
    .map(([color, d]) => P(d, color, `stroke="${color}" stroke-width="1.5" stroke-linejoin="round"`))
    .join("");
}

/** Blades of grass on a level lawn, but not in the gaps. */
export function grass(y, x0, x1, gaps) {
  reseed(9);
  let dark = "";
  let light = "";
  for (let x = x0; x < x1; x += 4) {
    if (gaps.some(([from, to]) => x > from && x < to)) continue;
    const lean = (rnd() - 0.5) * 7;
    const blade = `M${n(x - 1.6)} ${y + 3}L${n(x + lean)} ${n(y - 13 * (0.55 + rnd() * 0.7))}L${n(x + 1.6)} ${y + 3}z`;
    if (rnd() > 0.5) dark += blade;
    else light += blade;
  }
  return P(dark, "#5F7A34", 'stroke="none"') + P(light, "#8CA24C", 'stroke="none"');
}

/** Pines on the lawn: [x, height]. */
export const trees = (ground, places) =>
  places
    .map(([x, h]) => {
      const tier = (k) => {
        const y = ground - h * (0.2 + k * 0.24);
        const half = h * (0.3 - k * 0.07);
        return `M${n(x - half)} ${n(y)}L${n(x)} ${n(y - h * 0.42)}L${n(x + half)} ${n(y)}z`;
      };
      return (
        R(x - 3, ground - h * 0.2, 6, h * 0.2, "#54402F", "none") +
        P([0, 1, 2].map(tier).join(""), "#66803A", 'stroke="none"')
      );
    })
    .join("");

const PATTERNS = `<defs><pattern id="pt" width="26" height="22" patternUnits="userSpaceOnUse"><path d="M3 4h3M15 9h4M7 16h3M21 19h3" stroke="#1d140c" stroke-opacity=".35" stroke-width="2"/></pattern><pattern id="pl" width="34" height="30" patternUnits="userSpaceOnUse"><path d="M2 6h9M20 13h8M8 23h10" stroke="#3b2715" stroke-opacity=".28" stroke-width="1.8" stroke-linecap="round"/></pattern><pattern id="pc" width="22" height="22" patternUnits="userSpaceOnUse" patternTransform="rotate(-32)"><path d="M0 5.5h22M0 16.5h9M14 16.5h8" stroke="#4d2f18" stroke-opacity=".26" stroke-width="1.5"/></pattern><pattern id="ps" width="24" height="24" patternUnits="userSpaceOnUse"><g fill="#6d5029" fill-opacity=".38"><circle cx="4" cy="5" r="1.4"/><circle cx="15" cy="3" r="1"/><circle cx="10" cy="13" r="1.5"/><circle cx="20" cy="17" r="1.2"/><circle cx="5" cy="21" r="1"/></g></pattern></defs>`;

/** Writes public/images/<name>-section.svg. */
export const drawing = (name, body) =>
  writeFileSync(
    new URL(`../public/images/${name}-section.svg`, import.meta.url),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}">${PATTERNS}<path fill="${C.sky}" d="M0 0h${W}v${H}H0z"/>${body}</svg>`,
  );
