/**
 * map.mjs - the service-area map.
 *
 *   node map.mjs [out.svg]          (default: ../public/images/service-area-map.svg; measured: 0.3 s)
 *
 * County shapes: us-atlas counties-10m (US Census Bureau, public domain). Ten towns at their true places, the four counties
 * they lie in, the state line, a Michigan locator. No office, no ring, no distance: nobody gave us those.
 * The script fails when two labels, or a label and a dot, collide, or when a town's name leaves the four counties. Labels are
 * outlines of the site's own typefaces, because a picture cannot use the page's fonts.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { geoConicConformal, geoContains, geoPath } from "d3-geo";
import { feature, merge, mesh } from "topojson-client";
import { fonts, measure, outline } from "./type.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "..", "public", "images", "service-area-map.svg");
const us = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve("us-atlas/counties-10m.json"), "utf8"),
);

// ---------------------------------------------------------------- what is shown
const W = 960;
const H = 760;
const TOWNS = {
  Athens: [42.0886, -85.2347],
  "Battle Creek": [42.3212, -85.1797],
  Climax: [42.2384, -85.335],
  Tekonsha: [42.0934, -84.99],
  Coldwater: [41.9403, -85.0005],
  "East Leroy": [42.177, -85.233],
  Portage: [42.2012, -85.58],
  Augusta: [42.3364, -85.3522],
  "Three Rivers": [41.9439, -85.6325],
  "Union City": [42.0667, -85.1361],
};
const HOME_COUNTIES = { Calhoun: "26025", Kalamazoo: "26077", Branch: "26023", "St. Joseph": "26149" };
const NEIGHBOURS = {
  Allegan: "26005",
  Barry: "26015",
  Eaton: "26045",
  Jackson: "26075",
  Hillsdale: "26059",
  Cass: "26027",
  "Van Buren": "26159",
};
const C = {
  indiana: "#F1E9DB",
  michigan: "#E9DFCC",
  home: "#DDE0C2",
  border: "#FBF7EE",
  homeEdge: "#7D8A52",
  stateLine: "#2C2D2C",
  ink: "#2C2D2C",
  quiet: "#6F6553",
  green: "#4C5C2A",
  paper: "#F4EDE0",
  locator: "#C3B69B",
  clay: "#9A6A48",
  topsoil: "#3A2B20",
  loam: "#755338",
  sand: "#BB9C74",
};
/** Sizes of the labels; larger ones for the map that phones get. */
const TOWN = Number(process.env.TOWN ?? 25);
const COUNTY = Number(process.env.COUNTY ?? 15);
const TRACK = 0.16;

// ---------------------------------------------------------------- projection and shapes
const conic = (rotate) => geoConicConformal().parallels([42, 45]).rotate([rotate, 0]);
const frame = {
  type: "MultiPoint",
  coordinates: [
    [-86.02, 41.672],
    [-84.6, 41.672],
    [-86.02, 42.47],
    [-84.6, 42.47],
  ],
};
const proj = conic(85.3)
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
const whole = conic(85.3).scale(proj.scale()).translate(proj.translate()); // the same, unclipped
const path = geoPath(proj);
const { counties, states } = us.objects;
const pick = (test) => ({ type: "GeometryCollection", geometries: counties.geometries.filter(test) });
const inMI = (g) => g.id.startsWith("26");
const inIN = (g) => g.id.startsWith("18");
const homeIds = new Set(Object.values(HOME_COUNTIES));

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

const michigan = compact(path(merge(us, pick(inMI).geometries)));
const home = compact(path(merge(us, pick((g) => homeIds.has(g.id)).geometries)));
const miBorders = compact(path(mesh(us, pick(inMI), (a, b) => a !== b)));
const inBorders = compact(path(mesh(us, pick(inIN), (a, b) => a !== b)));
const stateLine = compact(path(mesh(us, counties, (a, b) => a !== b && inMI(a) !== inMI(b))));

// ---------------------------------------------------------------- locator (upper left, clear of the four counties)
const loc = { x: 22, y: 22, w: 134, h: 158 };
const miState = feature(
  us,
  states.geometries.find((g) => g.id === "26"),
);
const small = conic(85).fitExtent(
  [
    [loc.x + 12, loc.y + 12],
    [loc.x + loc.w - 12, loc.y + loc.h - 30],
  ],
  miState,
);
const area = (ring) =>
  Math.abs(
    ring
      .map((c) => small(c))
      .reduce((s, q, i, a) => s + q[0] * a[(i + 1) % a.length][1] - a[(i + 1) % a.length][0] * q[1], 0) / 2,
  );
miState.geometry.coordinates = miState.geometry.coordinates.filter((poly) => area(poly[0]) > 2);
const miOutline = compact(geoPath(small)(miState), 1.4);
const homeShape = compact(geoPath(small)(merge(us, pick((g) => homeIds.has(g.id)).geometries)), 0.6);

// ---------------------------------------------------------------- labels
const overlap = (a, b, pad = 0) =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) + pad) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) + pad);
const outside = (b, m = 10) => b.x < m || b.y < m || b.x + b.w > W - m || b.y + b.h > H - m;
const DOT = 8;
const towns = Object.entries(TOWNS).map(([name, [lat, lon]]) => {
  const [x, y] = proj([lon, lat]);
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
const homeLand = { type: "Feature", geometry: merge(us, pick((g) => homeIds.has(g.id)).geometries) };
const leavesHome = (b) =>
  [
    [b.x - 4, b.y],
    [b.x + b.w + 4, b.y],
    [b.x - 4, b.y + b.h],
    [b.x + b.w + 4, b.y + b.h],
  ].some((p) => !geoContains(homeLand, whole.invert(p)));
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
const lineY = (lon) => proj([lon, 41.7605])[1];
const stateNames = [
  { name: "MICHIGAN", x: 26, y: lineY(-85.95) - 34, w: 150, h: 22 },
  { name: "INDIANA", x: 26, y: lineY(-85.95) + 14, w: 130, h: 22 },
  { name: "OHIO", x: W - 104, y: H - 36, w: 78, h: 22 },
];
taken.push(...stateNames);
const countyNames = [];
for (const [name, id] of Object.entries({ ...HOME_COUNTIES, ...NEIGHBOURS })) {
  const b = geoPath(whole).bounds(
    feature(
      us,
      counties.geometries.find((g) => g.id === id),
    ),
  );
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
      const k =
        taken.reduce((s, t) => s + overlap(box, t, 16), 0) * 10 + Math.hypot(i / 20 - 0.5, j / 20 - 0.5) * 60;
      if (!best || k < best.k) best = { ...box, k, name, home: homeIds.has(id) };
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
/** The four counties are a slab cut out of the ground, as in the models: each layer a little lower. */
const slab = [
  [34, C.sand],
  [24, C.clay],
  [14, C.loam],
  [6, C.topsoil],
]
  .map(([down, fill]) => `<path fill="${fill}" transform="translate(0 ${down})" d="${home}"/>`)
  .join("");
const names = Object.keys(TOWNS);
const svg = [
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" role="img" aria-labelledby="sam-t sam-d">`,
  `<title id="sam-t">Service area in Southwest Michigan</title><desc id="sam-d">Map of Calhoun, Kalamazoo, Branch and St. Joseph counties, north of the Indiana line, with ${names.slice(0, -1).join(", ")} and ${names.at(-1)}.</desc>`,
  `<path fill="${C.indiana}" d="M0 0h${W}v${H}H0z"/><path fill="${C.michigan}" d="${michigan}"/>`,
  `<path fill="none" stroke="${C.stateLine}" stroke-width="3" stroke-dasharray="16 6 3 6" d="${stateLine}"/>`,
  `<path fill="none" stroke="${C.border}" stroke-width="1.5" d="${inBorders}"/>`,
  `${slab}<path fill="${C.home}" d="${home}"/>`,
  `<path fill="none" stroke="${C.border}" stroke-width="2" d="${miBorders}"/>`,
  `<path fill="none" stroke="${C.homeEdge}" stroke-width="2.5" stroke-linejoin="round" d="${home}"/>`,
  ...[true, false].map(
    (isHome) =>
      `<path fill="${isHome ? C.green : C.quiet}" d="${countyNames
        .filter((county) => county.home === isHome)
        .map((county) => capitals(county, COUNTY))
        .join("")}"/>`,
  ),
  `<path fill="${C.ink}" d="${stateNames.map((name) => capitals(name, 17)).join("")}"/>`,
  `<path fill="${C.ink}" stroke="${C.home}" stroke-width="5" stroke-linejoin="round" paint-order="stroke" d="${towns.map(town).join("")}"/>`,
  `<g fill="${C.ink}" stroke="${C.paper}" stroke-width="2.5">${towns.map((t) => `<circle cx="${r1(t.x)}" cy="${r1(t.y)}" r="${DOT}"/>`).join("")}</g>`,
  `<g class="map-locator"><rect x="${loc.x}" y="${loc.y}" width="${loc.w}" height="${loc.h}" rx="6" fill="${C.paper}" stroke="${C.ink}" stroke-opacity=".18"/><path fill="${C.locator}" d="${miOutline}"/><path fill="${C.clay}" d="${homeShape}"/><path fill="${C.quiet}" d="${outline("Michigan", loc.x + (loc.w - measure("Michigan", 15)) / 2, loc.y + loc.h - 11, 15, fonts.text)}"/></g>`,
  "</svg>\n",
].join("");
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, svg);
console.log(
  `${out}: ${svg.length} bytes; ${towns.map((t) => `${t.name}:${t.at}`).join(" ")}; no label for ${
    Object.keys({ ...HOME_COUNTIES, ...NEIGHBOURS })
      .filter((n) => !countyNames.some((c) => c.name === n))
      .join(", ") || "none"
  }`,
);
