// Gravel driveway build-up, stepped section so every layer shows
import { writeFileSync } from "node:fs";
import { C, dim, doc, grass, layer, lead, P, pebbles, R, reseed, rnd, T, wave } from "./section.mjs";

const W = 1280,
  H = 960,
  G = 380;
let s = "";
const w0 = wave(-10, W + 70, G, 3, 90, 4),
  w1 = wave(-10, W + 70, G + 64, 8, 90, 2),
  w2 = wave(-10, W + 70, G + 300, 13, 110, 5),
  w3 = wave(-10, W + 70, G + 440, 10, 120, 7);
s +=
  `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#E9E6D6"/><stop offset="1" stop-color="#F6F0E4"/></linearGradient></defs>` +
  R(0, 0, W, G, 'fill="url(#sky)"');
reseed(33);
let tl = `M0 ${G}`;
for (let x = 0; x <= W; x += 26) tl += `Q${x + 6} ${G - 56 - rnd() * 40} ${x + 26} ${G - 48 - rnd() * 20}`;
s += P(`${tl}V${G}z`, 'fill="#C9CDB2"');
reseed(71);
tl = `M0 ${G}`;
for (let x = 0; x <= W; x += 19) tl += `Q${x + 5} ${G - 28 - rnd() * 28} ${x + 19} ${G - 26 - rnd() * 10}`;
s += P(`${tl}V${G}z`, 'fill="#B3BB95"');
s +=
  layer(w0, W, H, 0, C.top, "pt") +
  layer(w1, W, H, 0, C.loam, "pl") +
  layer(w2, W, H, 0, C.clay, "pc") +
  layer(w3, W, H, 0, C.sand, "ps");
for (const w of [w1, w2, w3])
  s += P(`M${w.d}`, 'fill="none" stroke="#2c1d10" stroke-opacity=".35" stroke-width="1.6"');
s += pebbles(
  (x, y) => y > w3.y(x) + 30,
  [0, G + 440, W, 100],
  4,
  12,
  55,
  ["#B39A74", "#9C8664", "#C7AF88"],
  8,
);
// box-out: each layer is cut back so the one below shows (steps go left)
const x0 = 190,
  xe = W + 10,
  a = G + 250,
  _b = G + 236,
  c = G + 96,
  d = G + 14; // subgrade, fabric, base top, finish top
const xf = 340,
  xb = 500,
  xt = 770;
s += P(`M${x0 - 60} ${G}L${x0} ${a}H${xe}V${G}z`, 'fill="#6f5238"') + R(0, 0, 0, 0);
s += P(`M${x0 - 60} ${G}L${x0} ${a}H${xe}V${G}z`, 'fill="#EFE8D8"'); // open excavation (air)
s += P((tl = `M${x0 - 60} ${G}`), "");
s +=
  P(`M${x0} ${a}H${xe}v26H${x0 + 6}z`, 'fill="#5d4127"') +
  P(`M${x0} ${a}H${xe}v26H${x0 + 6}z`, 'fill="url(#pc)"');
for (let x = x0 + 16; x < xe; x += 28)
  s += P(`M${x} ${a + 9}h14M${x + 12} ${a + 18}h10`, 'stroke="#1d140c" stroke-opacity=".5" stroke-width="2"');
s +=
  R(xf, a - 8, xe - xf, 9, 'fill="#24282B"') +
  P(
    `M${xf} ${a - 4}q-22 2-34-16t-34-4`,
    'fill="none" stroke="#24282B" stroke-width="8" stroke-linecap="round"',
  );
const _slope = (xa, top, bot) => (x, y, r) =>
  x - r * 0.7 > xa + (bot - y) * -0.55 * -1 * -1 + (bot - y) * 0.55 + 0 &&
  y > top + r * 0.8 &&
  y < bot - r * 0.5 &&
  x < xe + 20;
const inB = (x, y, r) => y > c + r * 0.7 && y < a - 8 - r * 0.5 && x > xb - 60 + (a - y) * 0.62 + r * 0.6,
  inT = (x, y, r) =>
    y > d + r * 0.7 - Math.sin(((x - xt) / (W - xt + 300)) * 3.14) * 12 &&
    y < c - r * 0.2 &&
    x > xt - 40 + (c - y) * 0.7 + r * 0.5;
s +=
  P(`M${xb - 60} ${a - 8}L${xb - 60 + (a - c) * 0.62} ${c}H${xe}V${a - 8}z`, 'fill="#6E6557"') +
  pebbles(
    inB,
    [xb - 70, c, xe - xb + 80, a - c],
    6,
    19,
    560,
    ["#A1957F", "#8D8270", "#B3A893", "#7F7565", "#C0B6A2"],
    3,
  );
s +=
  P(
    `M${xt - 40} ${c}L${xt - 40 + (c - d) * 0.7} ${d}Q${(xt + W) / 2} ${d - 14} ${xe} ${d - 8}V${c}z`,
    'fill="#948A7A"',
  ) +
  pebbles(
    inT,
    [xt - 50, d - 14, xe - xt + 60, c - d + 14],
    4,
    9.5,
    900,
    ["#D2CABB", "#BDB4A4", "#E3DCCE", "#ABA292", "#C8BFAE"],
    12,
  );
s +=
  P(`M${x0 - 60} ${G}L${x0} ${a}H${xe}`, `fill="none" stroke="${C.ink}" stroke-width="2.2"`) +
  P(
    `M${xb - 60} ${a - 8}L${xb - 60 + (a - c) * 0.62} ${c}H${xe}M${xt - 40} ${c}L${xt - 40 + (c - d) * 0.7} ${d}Q${(xt + W) / 2} ${d - 14} ${xe} ${d - 8}`,
    `fill="none" stroke="${C.ink}" stroke-opacity=".75" stroke-width="2"`,
  );
s +=
  grass(w0, 0, x0 - 58, () => false, 16) + P(`M-10 ${G}H${x0 - 60}`, `stroke="${C.ink}" stroke-width="2.2"`);
// drainage arrow, compaction marks
for (let k = 0; k < 4; k++) {
  const x = 900 + k * 100;
  s += P(
    `M${x} ${d - 58}v30m-6-8l6 9 6-9`,
    `fill="none" stroke="${C.amber}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"`,
  );
}
s += T(1050, d - 78, "COMPACTED IN LIFTS", 'class="d" style="letter-spacing:.16em"');
s +=
  lead(250, 150, a + 12, "Graded subgrade", "topsoil stripped, crowned to drain") +
  lead(395, 220, a - 4, "Woven fabric", "keeps stone out of the clay") +
  lead(640, 92, c + 50, "Crushed base", "large stone, rolled tight") +
  lead(985, 160, d + 34, "Finish gravel", "small stone, crowned");
const dk = (t) => t.replace('class="d"', 'class="d" style="fill:#fff;letter-spacing:.14em"');
s += dk(dim(1190, c + 4, 1190, a - 10, "BASE", { c: "#fff" }));
s +=
  T(24, G + 180, "LOAM", 'class="h"') +
  T(24, G + 372, "CLAY LOAM", 'class="h"') +
  T(24, H - 34, "SAND &amp; GRAVEL", 'class="h" style="fill:#5b4424"');
writeFileSync(
  new URL("../public/images/driveway-section.svg", import.meta.url),
  doc(W, H, "Gravel driveway layers in section", s),
);
