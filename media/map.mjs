/**
 * map.mjs - the service-area map.
 *
 *   node map.mjs [out.svg]          (default: ../public/images/service-area-map.svg; measured: 0.5 s)
 *
 * The towns at their true places, the counties they are in, the state line, a locator. No office, no ring, no distance: nobody
 * gave us those. The script fails when two labels, or a label and a dot, collide, and names both, or when a town's name leaves
 * its counties. Labels are outlines of the site's own typefaces, because a picture cannot use the page's fonts.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { geoConicConformal, geoContains, geoPath } from "d3-geo";
import { feature, merge, mesh } from "topojson-client";
import {
  COLORS as C,
  center,
  frame,
  homeCounties,
  homeShape,
  homeState,
  isHome,
  isHomeState,
  neighborCounties,
  pick,
  REGION,
  stateOf,
  states,
  TOWNS,
  us,
} from "./map-area.mjs";
import { fonts, measure, outline } from "./type.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "..", "public", "images", "service-area-map.svg");

// ---------------------------------------------------------------- what is shown
const W = 960;
const H = 760;
/** Sizes of the labels; larger ones for the map that phones get. */
const TOWN = Number(process.env.TOWN ?? 25);
const COUNTY = Number(process.env.COUNTY ?? 18);
const STATE = Number(process.env.STATE ?? 17);
const TRACK = 0.16;
/** How thick the ground below the counties is. */
const SLAB = 34;

// ---------------------------------------------------------------- projection and shapes
const parallel = Math.round(center[1]);
const conic = (longitude) =>
  geoConicConformal()
    .parallels([parallel, parallel + 3])
    .rotate([-longitude, 0]);
const longitude = Math.round(center[0] * 10) / 10;
const proj = conic(longitude)
  .fitExtent(
    [
      [6, 6],
      [W - 6, H - 6],
    ],
    frame,
  )
  .clipExtent([
    [-4, -4],
    [W + 4, H + 4],
  ]);
const whole = conic(longitude).scale(proj.scale()).translate(proj.translate()); // the same, unclipped
const path = geoPath(proj);

const r1 = (n) => +n.toFixed(1);
/** Rewrites path data as relative lines at 0.1 px, dropping points closer than tol. */
const compact = (d, tol = 0.7) =>
  (d ?? "")
    .split(/(?=M)/)
    .map((seg) => {
      const closed = seg.endsWith("Z");
      const pts = seg
        .replace(/[MZ]/g, "")
        .split("L")
        .map((s) => s.split(",").map(Number));
      let cur = pts[0].map(r1);
      let o = `M${cur[0]},${cur[1]}l`;
      let any = false;
      pts.slice(1).forEach((p, i) => {
        if (Math.hypot(p[0] - cur[0], p[1] - cur[1]) < tol && i < pts.length - 2) return;
        const dx = r1(r1(p[0]) - cur[0]);
        const dy = r1(r1(p[1]) - cur[1]);
        if (!dx && !dy) return;
        o += (any ? " " : "") + dx + (dy < 0 ? "" : ",") + dy;
        any = true;
        cur = [r1(cur[0] + dx), r1(cur[1] + dy)];
      });
      return any ? o + (closed ? "z" : "") : "";
    })
    .join("");

const { counties } = us.objects;
const land = compact(path(merge(us, pick(isHomeState).geometries)));
const home = compact(path(homeShape));
const borders = compact(path(mesh(us, pick(isHomeState), (a, b) => a !== b)));
const areApart = (a, b) => !isHomeState(a) && !isHomeState(b) && stateOf(a) === stateOf(b) && a !== b;
const otherBorders = compact(path(mesh(us, counties, areApart)));
const stateLine = compact(path(mesh(us, counties, (a, b) => isHomeState(a) !== isHomeState(b))));

// ---------------------------------------------------------------- locator (upper left, clear of the counties)
const loc = { x: 22, y: 22, w: 134, h: 158 };
const small = conic(Math.round(longitude)).fitExtent(
  [
    [loc.x + 12, loc.y + 12],
    [loc.x + loc.w - 12, loc.y + loc.h - 30],
  ],
  homeState,
);
const area = (ring) =>
  Math.abs(
    ring
      .map((c) => small(c))
      .reduce((s, q, i, a) => s + q[0] * a[(i + 1) % a.length][1] - a[(i + 1) % a.length][0] * q[1], 0) / 2,
  );
// Of a state with islands, those that can be seen.
if (homeState.geometry.type === "MultiPolygon")
  homeState.geometry.coordinates = homeState.geometry.coordinates.filter((poly) => area(poly[0]) > 2);
const stateOutline = compact(geoPath(small)(homeState), 1.4);
const homeOutline = compact(geoPath(small)(homeShape), 0.6);
const stateName = homeState.properties.name;

// ---------------------------------------------------------------- labels
const overlap = (a, b, pad = 0) =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) + pad) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) + pad);
const outside = (b, m = 10) => b.x < m || b.y < m || b.x + b.w > W - m || b.y + b.h > H - m;
const DOT = 8;
const towns = TOWNS.map(({ name, latitude, longitude }) => {
  const [x, y] = proj([longitude, latitude]);
  const w = measure(name, TOWN, fonts.text);
  const h = TOWN;
  const g = DOT + 6;
  const spots = [
    ["start", x + g, y - h / 2],
    ["end", x - g - w, y - h / 2],
    ["middle", x - w / 2, y - g - h + 2],
    ["middle", x - w / 2, y + g - 2],
    ["start", x + g - 4, y - h - 3],
    ["start", x + g - 4, y + 3],
    ["end", x - g - w + 4, y - h - 3],
    ["end", x - g - w + 4, y + 3],
  ].map(([anchor, bx, by], i) => ({ anchor, x: bx, y: by, w, h, rank: i }));
  return {
    name,
    x,
    y,
    dot: { x: x - DOT - 2, y: y - DOT - 2, w: 2 * DOT + 4, h: 2 * DOT + 4 },
    spots,
    at: 0,
  };
});
const locBox = { x: loc.x - 8, y: loc.y - 8, w: loc.w + 16, h: loc.h + 16 };
/** Whether all corners of a box, wider by the margins, are in a shape. */
const isWithin = (shape, b, dx, dy = 0) =>
  [b.x - dx, b.x + b.w + dx].every((x) =>
    [b.y - dy, b.y + b.h + dy].every((y) => geoContains(shape, whole.invert([x, y]))),
  );
const leavesHome = (b) => !isWithin(homeShape, b, 4);
/** Whether a corner of a box is on the layers of ground below the counties. */
const isOnSlab = ({ x, y, w, h }) =>
  [x, x + w / 2, x + w].some((side) =>
    [y - SLAB, y + h - SLAB].some((up) => geoContains(homeShape, whole.invert([side, up]))),
  );
const cost = (t, s) =>
  s.rank * 5 +
  (leavesHome(s) ? 400 : 0) +
  (outside(s) ? 1e5 : 0) +
  overlap(s, locBox) * 9 +
  towns.reduce(
    (sum, u) => (u === t ? sum : sum + 4 * overlap(s, u.spots[u.at], 3) + 8 * overlap(s, u.dot, 3)),
    0,
  );
for (let round = 0; round < 30; round++)
  for (const t of towns)
    t.at = t.spots.reduce((best, s, i) => (cost(t, s) < cost(t, t.spots[best]) ? i : best), 0);

const taken = towns.flatMap((t) => [t.spots[t.at], t.dot]).concat(locBox);
/** The names of states are at the left or right edge, near the line between them. One without room there has none. */
const lines = Array.from({ length: (H - 58) / 2 }, (_, i) => H - 36 - 2 * i);
const stateNames = states.flatMap((state) => {
  const name = state.properties.name.toUpperCase();
  const w = measure(name, STATE, fonts.heading, TRACK);
  const spots = [26, W - 26 - w].flatMap((x) => lines.map((y) => ({ name, x, y, w, h: STATE + 5 })));
  const isClear = (spot) => !taken.some((other) => overlap(spot, other, 16));
  const isNear = (spot) => isWithin(state, spot, 0, 10) && !isWithin(state, spot, 0, 14);
  return spots.filter((spot) => isClear(spot) && isNear(spot)).slice(0, 1);
});
taken.push(...stateNames);
const countyNames = [];
for (const county of [...homeCounties, ...neighborCounties]) {
  const { name } = county.properties;
  const b = geoPath(whole).bounds(feature(us, county));
  const [x0, y0, x1, y1] = [
    Math.max(b[0][0], 6),
    Math.max(b[0][1], 6),
    Math.min(b[1][0], W - 6),
    Math.min(b[1][1], H - 6),
  ];
  const w = measure(name.toUpperCase(), COUNTY, fonts.heading, TRACK);
  const h = COUNTY + 3;
  let best;
  for (let i = 0; i <= 20; i++)
    for (let j = 0; j <= 20; j++) {
      const box = {
        x: x0 + 8 + (x1 - x0 - 16 - w) * (i / 20),
        y: y0 + 8 + (y1 - y0 - 16 - h) * (j / 20),
        w,
        h,
      };
      if (x1 - x0 < w + 16 || y1 - y0 < h + 16) continue;
      if (!isHome(county) && isOnSlab(box)) continue;
      const k =
        taken.reduce((s, t) => s + overlap(box, t, 16), 0) * 10 + Math.hypot(i / 20 - 0.5, j / 20 - 0.5) * 60;
      if (!best || k < best.k) best = { ...box, k, name, home: isHome(county) };
    }
  if (best && best.k < 200) countyNames.push(best), taken.push(best);
}

// ---------------------------------------------------------------- no collisions, or no map
const boxes = [
  ...towns.flatMap((t) => [
    { n: t.name, ...t.spots[t.at] },
    { n: `${t.name} dot`, ...t.dot, own: t.name },
  ]),
  ...countyNames.map((c) => ({ n: c.name, ...c })),
  ...stateNames.map((s) => ({ n: s.name, ...s })),
  { n: "locator", ...locBox },
];
for (const [i, a] of boxes.entries())
  for (const b of boxes.slice(i + 1))
    if (overlap(a, b) > 0 && a.n !== b.own && b.n !== a.own)
      throw new Error(`map labels collide: ${a.n} / ${b.n}`);
for (const t of towns)
  if (leavesHome(t.spots[t.at])) throw new Error(`map label leaves its counties: ${t.name}`);
for (const b of boxes) if (outside(b, 4)) throw new Error(`map label leaves the frame: ${b.n}`);

// ---------------------------------------------------------------- SVG
const town = (t) => {
  const { x, y, h } = t.spots[t.at];
  return outline(t.name, x, y + h * 0.79, TOWN, fonts.text);
};
const capitals = (label, size) =>
  outline(label.name.toUpperCase(), label.x, label.y + size, size, fonts.heading, TRACK);
/** The counties are a slab cut out of the ground, as in the models: each layer a little lower. */
const slab = [
  [SLAB, C.page.sand],
  [24, C.page.clay],
  [14, C.page.loam],
  [6, C.page.topsoil],
]
  .map(([down, fill]) => `<path fill="${fill}" transform="translate(0 ${down})" d="${home}"/>`)
  .join("");
const listed = (names) => names.join(", ").replace(/, (?=[^,]*$)/, " and ");
const countiesShown = homeCounties.map(({ properties }) => properties.name);
const svg = [
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" role="img" aria-labelledby="sam-t sam-d">`,
  `<title id="sam-t">Service area in ${REGION}</title><desc id="sam-d">Map of ${listed(countiesShown)} ${countiesShown.length > 1 ? "counties" : "County"} with ${listed(TOWNS.map(({ name }) => name))}.</desc>`,
  `<path fill="${C.otherState}" d="M0 0h${W}v${H}H0z"/><path fill="${C.state}" d="${land}"/>`,
  `<path fill="none" stroke="${C.page.ink}" stroke-width="3" stroke-dasharray="16 6 3 6" d="${stateLine}"/>`,
  `<path fill="none" stroke="${C.border}" stroke-width="1.5" d="${otherBorders}"/>`,
  `${slab}<path fill="${C.county}" d="${home}"/>`,
  `<path fill="none" stroke="${C.border}" stroke-width="2" d="${borders}"/>`,
  `<path fill="none" stroke="${C.countyEdge}" stroke-width="2.5" stroke-linejoin="round" d="${home}"/>`,
  ...[true, false].map(
    (isHome) =>
      `<path fill="${isHome ? C.countyName : C.neighborName}" d="${countyNames
        .filter((county) => county.home === isHome)
        .map((county) => capitals(county, COUNTY))
        .join("")}"/>`,
  ),
  `<path fill="${C.page.ink}" d="${stateNames.map((name) => capitals(name, STATE)).join("")}"/>`,
  `<path fill="${C.page.ink}" stroke="${C.county}" stroke-width="5" stroke-linejoin="round" paint-order="stroke" d="${towns.map(town).join("")}"/>`,
  `<g fill="${C.page.ink}" stroke="${C.page.paper}" stroke-width="2.5">${towns.map((t) => `<circle cx="${r1(t.x)}" cy="${r1(t.y)}" r="${DOT}"/>`).join("")}</g>`,
  `<g class="map-locator"><rect x="${loc.x}" y="${loc.y}" width="${loc.w}" height="${loc.h}" rx="6" fill="${C.page.paper}" stroke="${C.page.ink}" stroke-opacity=".18"/><path fill="${C.locator}" d="${stateOutline}"/><path fill="${C.page.clay}" d="${homeOutline}"/><path fill="${C.neighborName}" d="${outline(stateName, loc.x + (loc.w - measure(stateName, 15)) / 2, loc.y + loc.h - 11, 15, fonts.text)}"/></g>`,
  "</svg>\n",
].join("");
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, svg);
console.log(
  `${out}: ${svg.length} bytes; ${towns.map((t) => `${t.name}:${t.at}`).join(" ")}; no label for ${
    [...homeCounties, ...neighborCounties]
      .map(({ properties }) => properties.name)
      .filter((n) => !countyNames.some((c) => c.name === n))
      .join(", ") || "none"
  }`,
);
