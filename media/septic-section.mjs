// Septic system in section: house -> tank -> distribution box -> drain field
import { writeFileSync } from "node:fs";
import { C, dim, doc, grass, L, layer, lead, P, pebbles, R, reseed, rnd, T, wave } from "./section.mjs";

const W = 1280,
  H = 960,
  G = 430;
let s = "";
const w0 = wave(-10, W + 70, G, 3, 90, 4),
  w1 = wave(-10, W + 70, G + 62, 9, 90, 2),
  w2 = wave(-10, W + 70, G + 232, 13, 110, 5),
  w3 = wave(-10, W + 70, G + 362, 10, 120, 7);
// sky wash + far tree line
s +=
  `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#E9E6D6"/><stop offset="1" stop-color="#F6F0E4"/></linearGradient><linearGradient id="cn" x1="0" x2="1"><stop stop-color="#CFC9BD"/><stop offset=".5" stop-color="#E2DDD3"/><stop offset="1" stop-color="#C6C0B3"/></linearGradient><linearGradient id="wa" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#9FB79A"/><stop offset="1" stop-color="#6F8B78"/></linearGradient><linearGradient id="wb" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#B4D0C9"/><stop offset="1" stop-color="#86AFAB"/></linearGradient></defs>` +
  R(0, 0, W, G, 'fill="url(#sky)"');
reseed(33);
let tl = `M0 ${G}`;
for (let x = 0; x <= W; x += 26) tl += `Q${x + 6} ${G - 66 - rnd() * 46} ${x + 26} ${G - 58 - rnd() * 22}`;
s += P(`${tl}V${G}z`, 'fill="#C9CDB2"');
reseed(71);
tl = `M0 ${G}`;
for (let x = 0; x <= W; x += 19) tl += `Q${x + 5} ${G - 34 - rnd() * 34} ${x + 19} ${G - 32 - rnd() * 12}`;
s += P(`${tl}V${G}z`, 'fill="#B3BB95"');
// strata
s +=
  layer(w0, W, H, 0, C.top, "pt") +
  layer(w1, W, H, 0, C.loam, "pl") +
  layer(w2, W, H, 0, C.clay, "pc") +
  layer(w3, W, H, 0, C.sand, "ps");
for (const w of [w1, w2, w3])
  s += P(`M${w.d}`, 'fill="none" stroke="#2c1d10" stroke-opacity=".35" stroke-width="1.6"');
s += pebbles(
  (x, y) => y > w3.y(x) + 40,
  [0, G + 370, W, 165],
  4,
  13,
  70,
  ["#B39A74", "#9C8664", "#C7AF88"],
  8,
);
// house
const hx = 46,
  hw = 250,
  fh = 150;
s +=
  R(hx - 14, G - 8, 24, fh + 8, `fill="${C.conc}" stroke="${C.ink}" stroke-width="2"`) +
  R(hx + hw - 10, G - 8, 24, fh + 8, `fill="${C.conc}" stroke="${C.ink}" stroke-width="2"`) +
  R(hx + 10, G - 2, hw - 20, fh - 12, 'fill="#3a2f27"') +
  R(hx + 10, G + fh - 18, hw - 20, 18, `fill="${C.conc}" stroke="${C.ink}" stroke-width="2"`) +
  R(hx - 24, G + fh, 44, 18, `fill="${C.conc2}" stroke="${C.ink}" stroke-width="2"`) +
  R(hx + hw - 20, G + fh, 44, 18, `fill="${C.conc2}" stroke="${C.ink}" stroke-width="2"`);
s += R(hx - 12, G - 160, hw + 24, 152, `fill="#FBF8F0" stroke="${C.ink}" stroke-width="1.6"`);
for (let i = 1; i < 11; i++)
  s += L(hx - 12, G - 160 + i * 14, hx + hw + 12, G - 160 + i * 14, 'stroke="#2c2d2c" stroke-opacity=".13"');
s += P(
  `M${hx - 40} ${G - 156}L${hx + hw / 2} ${G - 258}L${hx + hw + 40} ${G - 156}z`,
  `fill="#E3DDCF" stroke="${C.ink}" stroke-width="1.8" stroke-linejoin="round"`,
);
for (let i = -6; i < 7; i++)
  s += L(
    hx + hw / 2 + i * 24,
    G - 157,
    hx + hw / 2 + i * 4,
    G - 246 + Math.abs(i) * 2,
    'stroke="#2c2d2c" stroke-opacity=".35" stroke-width="1.2"',
  );
s += R(hx + 172, G - 270, 30, 52, `fill="#EFE9DC" stroke="${C.ink}" stroke-width="1.6"`);
for (const x of [28, 172])
  s +=
    R(hx + x, G - 126, 52, 66, `fill="#D7DDD6" stroke="#FBF8F0" stroke-width="5"`) +
    R(hx + x - 4, G - 130, 60, 74, `fill="none" stroke="${C.ink}" stroke-width="1.6"`) +
    L(hx + x + 26, G - 126, hx + x + 26, G - 60, 'stroke="#4A4640" stroke-width="1.2"') +
    L(hx + x, G - 94, hx + x + 52, G - 94, 'stroke="#4A4640" stroke-width="1.2"');
s += R(hx + 102, G - 122, 48, 114, `fill="#E9E2D3" stroke="${C.ink}" stroke-width="1.6"`);
const pipe = (d, w = 15) =>
  P(d, `fill="none" stroke="${C.ink}" stroke-width="${w + 4}" stroke-linejoin="round"`) +
  P(d, `fill="none" stroke="${C.pipe}" stroke-width="${w}" stroke-linejoin="round"`) +
  P(
    d,
    `fill="none" stroke="#2c2d2c" stroke-opacity=".10" stroke-width="${w * 0.35}" transform="translate(0 ${w * 0.28})" stroke-linejoin="round"`,
  );
// excavation backfill round the tank, then tank
const tx = 400,
  tw = 330,
  ty = G + 128,
  th = 214;
s +=
  P(
    `M${tx - 70} ${G + 2}L${tx - 26} ${ty + th + 20}H${tx + tw + 26}L${tx + tw + 70} ${G + 2}z`,
    `fill="#7b5d43"`,
  ) +
  P(
    `M${tx - 70} ${G + 2}L${tx - 26} ${ty + th + 20}H${tx + tw + 26}L${tx + tw + 70} ${G + 2}z`,
    `fill="url(#pl)" stroke="#2c1d10" stroke-opacity=".5" stroke-dasharray="7 5" stroke-width="1.6"`,
  );
s += pebbles(
  (x, y) => y > ty + th + 2 && y < ty + th + 18 && x > tx - 20 && x < tx + tw + 20,
  [tx - 20, ty + th, tw + 40, 20],
  4,
  8,
  90,
  ["#CFC7B7", "#B3AA9A", "#DED7C9"],
  4,
);
s +=
  R(tx, ty, tw, th, `fill="url(#cn)" stroke="${C.ink}" stroke-width="2.6" rx="3"`) +
  R(tx + 18, ty + 18, tw - 36, th - 36, 'fill="#54504a"');
const dv = tx + 214,
  wl = ty + 66;
s +=
  R(tx + 18, wl, dv - tx - 18, ty + th - 18 - wl, 'fill="url(#wa)"') +
  R(dv + 16, wl + 4, tx + tw - 18 - dv - 16, ty + th - 22 - wl, 'fill="url(#wb)"');
s +=
  P(
    `M${tx + 18} ${wl - 6}q20-10 40 0t40 0 40 0 40 0l${dv - tx - 178} 0V${wl + 20}H${tx + 18}z`,
    'fill="#B79D66"',
  ) +
  P(
    `M${tx + 18} ${ty + th - 18}V${ty + th - 62}q50-16 100 4t${dv - tx - 118} 16V${ty + th - 18}z`,
    'fill="#3B2F24"',
  ) +
  P(`M${dv + 16} ${ty + th - 18}v-14q40-8 ${tx + tw - 34 - dv} 2v12z`, 'fill="#4d4334"');
s +=
  R(dv, ty + 40, 16, th - 58, `fill="url(#cn)" stroke="${C.ink}" stroke-width="2"`) +
  R(dv - 2, ty + 116, 20, 24, 'fill="#8FAE95"');
for (const [x, wd] of [
  [tx + 74, 66],
  [dv + 34, 66],
])
  s +=
    R(x, G - 10, wd, ty - G + 12, `fill="${C.green}" stroke="${C.ink}" stroke-width="2.2"`) +
    R(x - 7, G - 20, wd + 14, 14, `fill="#4E9670" stroke="${C.ink}" stroke-width="2.2" rx="3"`) +
    [0, 1, 2, 3, 4, 5]
      .map((i) =>
        L(
          x + 3,
          G + 10 + i * 20,
          x + wd - 3,
          G + 10 + i * 20,
          'stroke="#1d3f2c" stroke-opacity=".4" stroke-width="2"',
        ),
      )
      .join("") +
    R(x + 9, ty - 1, wd - 18, 20, 'fill="#54504a"');
s += R(tx - 8, ty - 2, tw + 16, 0, "");
s +=
  pipe(`M${hx + 40} ${G + 62}H${hx + hw - 30}L${tx + 46} ${ty + 38}`) +
  pipe(`M${tx + 44} ${ty + 24}V${ty + 112}`) +
  pipe(`M${tx + tw - 44} ${ty + 28}V${ty + 120}`) +
  pipe(`M${tx + tw - 46} ${ty + 46}L${tx + tw + 92} ${ty + 53}`);
// D-box and trench
const bx = tx + tw + 88,
  by = ty + 20;
s +=
  R(bx, by, 74, 76, `fill="url(#cn)" stroke="${C.ink}" stroke-width="2.4"`) +
  R(bx + 11, by + 12, 52, 52, 'fill="#54504a"') +
  R(bx + 11, by + 44, 52, 20, 'fill="url(#wb)"') +
  R(bx - 5, by - 9, 84, 12, `fill="${C.conc2}" stroke="${C.ink}" stroke-width="2"`);
const fx = bx + 106,
  fy = by + 8;
s +=
  P(`M${fx} ${fy}H${W}V${fy + 104}H${fx + 6}z`, 'fill="#8f8676"') +
  pebbles(
    (x, y, r) => x > fx + r + 2 && y > fy + r && y < fy + 104 - r && Math.abs(y - fy - 42) > 11 + r,
    [fx, fy, W - fx + 10, 104],
    4.5,
    9.5,
    620,
    ["#CFC7B7", "#B3AA9A", "#DED7C9", "#A1988A", "#C4BBAB"],
    12,
  ) +
  L(fx - 4, fy - 2, W, fy - 2, 'stroke="#2b2c2e" stroke-width="5" stroke-dasharray="12 5"') +
  P(`M${fx - 2} ${fy}V${fy + 104}H${W}`, `fill="none" stroke="${C.ink}" stroke-width="2"`);
s += pipe(`M${bx + 62} ${by + 50}H${W + 20}`, 17);
for (let x = fx + 30; x < W; x += 34)
  s +=
    `<circle cx="${x}" cy="${by + 56}" r="2.4" fill="${C.ink}"/>` +
    P(`M${x} ${by + 66}c-4 8-5 11 0 14c5-3 4-6 0-14z`, 'fill="#86B9C0"');
for (let k = 0; k < 5; k++) {
  const x = fx + 40 + k * 56;
  s += P(
    `M${x} ${fy + 116}v34m-7-9l7 10 7-10`,
    `fill="none" stroke="#E8F0EE" stroke-width="2.6" stroke-linecap="round" stroke-opacity="${0.85 - k * 0.08}"`,
  );
}
s +=
  pipe(`M${W - 62} ${by + 48}V${G - 26}`, 13) +
  R(W - 73, G - 36, 22, 12, `fill="${C.pipe}" stroke="${C.ink}" stroke-width="2" rx="2"`);
s += grass(
  w0,
  0,
  W,
  (x) => (x > hx - 20 && x < hx + hw + 20) || (x > tx + 66 && x < tx + 148) || (x > dv + 26 && x < dv + 108),
);
// tree as line work
function tree(x, y, h, sd) {
  reseed(sd);
  let d = "",
    r = h * 0.3,
    cy = y - h + r;
  for (let k = 0; k < 3; k++) {
    const rr = r * (1 - k * 0.24);
    let p = "";
    for (let i = 0; i <= 22; i++) {
      const a = (i * 6.2832) / 22,
        q = rr * (0.9 + 0.2 * rnd()),
        X = x + Math.cos(a) * q + k * 5,
        Y = cy + Math.sin(a) * q * 0.92 - k * 4;
      p += i
        ? `Q${(x + Math.cos(a - 0.14) * q * 1.16 + k * 5).toFixed(1)} ${(cy + Math.sin(a - 0.14) * q * 1.08 - k * 4).toFixed(1)} ${X.toFixed(1)} ${Y.toFixed(1)}`
        : `M${X.toFixed(1)} ${Y.toFixed(1)}`;
    }
    d += P(
      p,
      `fill="${k ? "none" : "#DDE0C6"}" stroke="#55672F" stroke-opacity="${0.8 - k * 0.22}" stroke-width="${1.6 - k * 0.3}"`,
    );
  }
  return (
    P(
      `M${x - 5} ${y}q3-${h * 0.3} 0-${h * 0.46}M${x + 6} ${y}q-4-${h * 0.3} 0-${h * 0.46}M${x} ${y - h * 0.42}l-${h * 0.1}-${h * 0.13}M${x + 2} ${y - h * 0.4}l${h * 0.09}-${h * 0.15}`,
      'fill="none" stroke="#55672F" stroke-width="1.8"',
    ) + d
  );
}
s += tree(1150, G, 150, 5) + tree(372, G, 120, 9);
// notes
s +=
  lead(tx + 107, 150, G - 16, "Risers to grade", "lids you can find and open") +
  lead(tx + tw - 30, 226, ty + 6, "Two-compartment tank", "precast, set level on stone") +
  lead(bx + 37, 300, by - 8, "Distribution box", "each line gets an equal share") +
  lead(W - 62, 96, G - 34, "Inspection port", "check the field any time", "end");
const wh = (t) => t.replace('class="d"', 'class="d" style="fill:#4b3a20;letter-spacing:.14em"');
s +=
  wh(dim(hx - 4, ty + th + 52, hx + hw + 4, ty + th + 52, "HOUSE", { c: "#4b3a20" })) +
  wh(dim(tx, ty + th + 52, tx + tw, ty + th + 52, "TANK", { c: "#4b3a20" })) +
  wh(dim(bx, ty + th + 52, bx + 74, ty + th + 52, "", { c: "#4b3a20" })) +
  wh(dim(fx, ty + th + 52, W - 16, ty + th + 52, "DRAIN FIELD", { c: "#4b3a20" }));
s +=
  T(24, G + 212, "LOAM", 'class="h"') +
  T(24, G + 312, "CLAY LOAM", 'class="h"') +
  T(24, H - 34, "SAND &amp; GRAVEL", 'class="h" style="fill:#5b4424"');
s += `<path fill="none" stroke="${C.ink}" stroke-width="2.2" d="M${w0.d}"/>`;
writeFileSync(
  new URL("../public/images/septic-section.svg", import.meta.url),
  doc(W, H, "Septic tank and drain field in section", s),
);
