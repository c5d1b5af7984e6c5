// section.mjs - helpers for engineering cross-section illustrations (plain SVG strings, no dependencies)
export const C = {
  paper: "#F6F0E4",
  ink: "#2C2D2C",
  line: "#4A4640",
  mute: "#8B8170",
  amber: "#D9820F",
  top: "#4A3829",
  loam: "#8A6443",
  clay: "#A97B57",
  sand: "#D2B78E",
  gravel: "#B9AF9F",
  conc: "#D8D3C8",
  conc2: "#BFB9AC",
  pipe: "#FBFAF6",
  water: "#7FB7BC",
  grass: "#6F8A3C",
  green: "#3E7D5A",
  tar: "#2B2C2E",
  wood: "#C59A67",
};
let seed = 1;
export const reseed = (s) => (seed = s);
export const rnd = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
const n = (v) => +v.toFixed(1);
export const P = (d, a = "") => `<path d="${d}" ${a}/>`;
export const R = (x, y, w, h, a = "") =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" ${a}/>`;
export const L = (x1, y1, x2, y2, a = "") => `<path d="M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}" ${a}/>`;
export const T = (x, y, s, a = "") => `<text x="${n(x)}" y="${n(y)}" ${a}>${s}</text>`;
/** wavy layer boundary from x0 to x1 around y */
export function wave(x0, x1, y, amp = 6, step = 70, s = 3) {
  reseed(s * 7919 + 11);
  const pts = [];
  for (let x = x0; x <= x1 + 1; x += step) pts.push([x, y + (rnd() - 0.5) * 2 * amp]);
  let d = `${n(pts[0][0])} ${n(pts[0][1])}`;
  for (let i = 1; i < pts.length; i++) {
    const [ax, ay] = pts[i - 1],
      [bx, by] = pts[i],
      m = (ax + bx) / 2;
    d += `C${n(m)} ${n(ay)} ${n(m)} ${n(by)} ${n(bx)} ${n(by)}`;
  }
  return {
    d,
    pts,
    y: (x) => {
      const i = Math.min(pts.length - 2, Math.max(0, Math.floor((x - x0) / step))),
        t = (x - pts[i][0]) / step;
      return pts[i][1] + (pts[i + 1][1] - pts[i][1]) * (t * t * (3 - 2 * t));
    },
  };
}
/** soil mass between the boundary `w` and y1 */
export const layer = (w, x1, y1, x0, fill, pat) => {
  const d = `M${w.d}L${n(x1)} ${n(y1)}H${n(x0)}z`;
  return P(d, `fill="${fill}"`) + (pat ? P(d, `fill="url(#${pat})"`) : "");
};
/** packed stones in a polygon test, drawn as rounded pebbles */
export function pebbles(inside, box, r0, r1, count, cols, s = 5) {
  reseed(s);
  const done = [];
  const by = {};
  for (let k = 0; k < count * 30 && done.length < count; k++) {
    const r = r0 + (r1 - r0) * rnd() ** 1.8,
      x = box[0] + rnd() * box[2],
      y = box[1] + rnd() * box[3];
    if (!inside(x, y, r)) continue;
    if (done.some((q) => Math.hypot(q[0] - x, q[1] - y) < (q[2] + r) * 0.92)) continue;
    done.push([x, y, r]);
    const m = 5 + Math.floor(rnd() * 2),
      a0 = rnd() * 6;
    let d = "";
    for (let i = 0; i < m; i++) {
      const a = a0 + (i * 6.283) / m,
        q = r * (0.82 + 0.3 * rnd());
      d += `${(i ? "L" : "M") + n(x + Math.cos(a) * q * 1.1)} ${n(y + Math.sin(a) * q * 0.9)}`;
    }
    const c = cols[Math.floor(rnd() * cols.length)];
    (by[c] ||= []).push(`${d}z`);
  }
  return Object.entries(by)
    .map(([c, d]) => P(d.join(""), `fill="${c}" stroke="${c}" stroke-width="2.2" stroke-linejoin="round"`))
    .join("");
}
export function grass(w, x0, x1, skip = () => false, h = 13, s = 9) {
  reseed(s);
  let a = "",
    b = "";
  for (let x = x0; x < x1; x += 3.2) {
    if (skip(x)) continue;
    const y = w.y(x),
      t = (rnd() - 0.5) * 7,
      hh = h * (0.55 + rnd() * 0.7);
    const q = `M${n(x - 1.3)} ${n(y + 3)}L${n(x + t)} ${n(y - hh)}L${n(x + 1.3)} ${n(y + 3)}z`;
    rnd() > 0.5 ? (a += q) : (b += q);
  }
  return P(a, `fill="#5F7A34"`) + P(b, `fill="#8CA24C"`);
}
/** dimension line with ticks; vertical if x1==x2 */
export function dim(x1, y1, x2, y2, label, o = {}) {
  const v = Math.abs(x1 - x2) < 0.1,
    c = o.c || C.ink,
    e = o.ext || 0;
  const tick = (x, y) => L(x - 6, y + 6, x + 6, y - 6, `stroke-width="2.2"`);
  let s = L(x1, y1, x2, y2) + tick(x1, y1) + tick(x2, y2);
  if (e)
    s += v
      ? L(x1, y1, x1 + e, y1, 'stroke-dasharray="3 4"') + L(x2, y2, x2 + e, y2, 'stroke-dasharray="3 4"')
      : L(x1, y1, x1, y1 + e, 'stroke-dasharray="3 4"') + L(x2, y2, x2, y2 + e, 'stroke-dasharray="3 4"');
  const mx = (x1 + x2) / 2,
    my = (y1 + y2) / 2;
  return (
    `<g stroke="${c}" stroke-width="1.4" fill="none">${s}</g>` +
    (v
      ? T(mx - 9, my, label, `class="d" transform="rotate(-90 ${n(mx - 9)} ${n(my)})"`)
      : T(mx, my - 9, label, 'class="d"'))
  );
}
/** numbered balloon with leader */
export function call(x, y, tx, ty, k) {
  return `<g>${L(x, y, tx, ty, `stroke="${C.ink}" stroke-width="1.6"`)}<circle cx="${tx}" cy="${ty}" r="4" fill="${C.ink}"/><circle cx="${x}" cy="${y}" r="19" fill="${C.paper}" stroke="${C.ink}" stroke-width="2"/>${T(x, y + 7, k, 'class="k"')}</g>`;
}
/** label with a plumb leader: vertical drop from the text to the target at (tx,ty) */
export function lead(tx, y, ty, label, sub, side = "start") {
  const x = tx + (side === "start" ? 12 : -12);
  return (
    L(tx, y - 20, tx, ty, `stroke="${C.ink}" stroke-width="1.4" fill="none"`) +
    `<circle cx="${tx}" cy="${ty}" r="5" fill="${C.amber}" stroke="${C.ink}" stroke-width="1.5"/>` +
    T(x, y, label, `class="l" text-anchor="${side}"`) +
    (sub ? T(x, y + 23, sub, `class="s" text-anchor="${side}"`) : "")
  );
}
export const defs = `<defs><pattern id="pt" width="26" height="22" patternUnits="userSpaceOnUse"><path d="M3 4h3M15 9h4M7 16h3M21 19h3" stroke="#1d140c" stroke-opacity=".35" stroke-width="2"/></pattern><pattern id="pl" width="34" height="30" patternUnits="userSpaceOnUse"><path d="M2 6h9M20 13h8M8 23h10" stroke="#3b2715" stroke-opacity=".28" stroke-width="1.8" stroke-linecap="round"/></pattern><pattern id="pc" width="22" height="22" patternUnits="userSpaceOnUse" patternTransform="rotate(-32)"><path d="M0 5.5h22M0 16.5h9M14 16.5h8" stroke="#4d2f18" stroke-opacity=".26" stroke-width="1.5"/></pattern><pattern id="ps" width="24" height="24" patternUnits="userSpaceOnUse"><g fill="#6d5029" fill-opacity=".38"><circle cx="4" cy="5" r="1.4"/><circle cx="15" cy="3" r="1"/><circle cx="10" cy="13" r="1.5"/><circle cx="20" cy="17" r="1.2"/><circle cx="5" cy="21" r="1"/></g></pattern><pattern id="pk" width="40" height="40" patternUnits="userSpaceOnUse"><g fill="none" stroke="#6c665b" stroke-opacity=".45" stroke-width="1.4"><path d="M6 8l4-3 3 4zM26 12l5-1-2 5zM14 28l4-4 2 5zM32 31l3-3 2 4z"/></g><g fill="#6c665b" fill-opacity=".4"><circle cx="19" cy="6" r="1"/><circle cx="34" cy="22" r="1.2"/><circle cx="6" cy="20" r="1"/><circle cx="25" cy="36" r="1.1"/></g></pattern><pattern id="pg" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M0 9L9 0" stroke="#2c2d2c" stroke-opacity=".05"/></pattern></defs>`;
export const style = `<style>text{fill:${C.ink}}.l{font-size:23px;font-weight:700}.s{font-size:17px;fill:#6b6355}.d{font-size:17px;font-weight:600;text-anchor:middle}.k{font-size:20px;font-weight:700;text-anchor:middle}.h{font-size:15px;letter-spacing:.2em;font-weight:700;fill:#fff;fill-opacity:.85}</style>`;
export const doc = (W, H, title, body, extra = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" role="img" aria-label="${title}" font-family="'Public Sans',system-ui,sans-serif">${style}${defs}${extra}<path fill="${C.paper}" d="M0 0h${W}v${H}H0z"/>${body}</svg>`;
