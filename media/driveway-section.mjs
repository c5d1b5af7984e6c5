// Gravel driveway in cross-section: a crown in the middle, a ditch on each side. The numbers are explained by the page.
import { C, disc, drawing, grass, note, P, soil, stones, trees } from "./section.mjs";

const G = 190; // the lawn
let s = trees(G, [
  [60, 74],
  [1120, 66],
  [1170, 50],
]);
s += soil(G, [58, 200, 300]);

/** A layer across the drive: its half width and height, above the one below. */
const MID = 600;
const slab = (half, top, bottom, crown, fill, grow = 0) =>
  P(
    `M${MID - half - grow} ${bottom}L${MID - half} ${top + crown}L${MID} ${top}L${MID + half} ${top + crown}L${MID + half + grow} ${bottom}L${MID} ${bottom - crown}z`,
    fill,
  );
const inside = (half, top, bottom, crown) => (x, y, r) => {
  const drop = (Math.abs(x - MID) / half) * crown;
  return Math.abs(x - MID) < half - r && y > top + drop + r && y < bottom - crown + drop - r;
};

// Excavated to a crowned subgrade, with ditches: two cuts in the lawn.
const ditch = (x, way) =>
  P(
    `M${x} ${G}L${x + way * 70} ${G + 62}L${x + way * 100} ${G + 62}L${x + way * 150} ${G + 20}L${x + way * 150} ${G - 30}H${x}z`,
    C.sky,
    'stroke="none"',
  ) + P(`M${x} ${G}L${x + way * 70} ${G + 62}L${x + way * 100} ${G + 62}L${x + way * 150} ${G + 20}`, "none");
const SUB = G + 118; // subgrade at the edges
s += P(
  `M240 ${G + 20}L262 ${SUB + 6}L${MID} ${SUB - 12}L938 ${SUB + 6}L960 ${G + 20}L960 ${G - 30}H240z`,
  C.sky,
  'stroke="none"',
);
s += ditch(90, 1) + ditch(1110, -1);
s += P(
  `M262 ${SUB + 6}L${MID} ${SUB - 12}L938 ${SUB + 6}L938 ${SUB + 30}L${MID} ${SUB + 12}L262 ${SUB + 30}z`,
  "#5d4127",
);
s += slab(348, G + 26, SUB, 16, "#6E6557", -10);
s += stones(262, G + 26, 676, 110, 7, 15, 420, inside(336, G + 30, SUB + 12, 16), [
  "#A1957F",
  "#8D8270",
  "#B3A893",
  "#C0B6A2",
]);
s += P(`M260 ${SUB + 3}L${MID} ${SUB - 14}L940 ${SUB + 3}`, "none", 'stroke="#24282B" stroke-width="8"');
s += slab(318, G - 16, G + 44, 18, "#948A7A", 18);
s += stones(270, G - 16, 660, 80, 3.5, 7, 900, inside(322, G - 12, G + 42, 17), [
  "#D2CABB",
  "#BDB4A4",
  "#E3DCCE",
  "#C8BFAE",
]);
// Water runs off the crown to both sides.
for (const way of [-1, 1])
  for (const at of [90, 200])
    s += P(
      `M${MID + way * at} ${G - 44 + at / 16}l${way * 62} 4m${way * -12} -9l${way * 13} 9l${way * -14} 8`,
      "none",
      `stroke="#2F6F7A" stroke-width="4" stroke-linecap="round"`,
    );
s += grass(G, 0, 1200, [[88, 1112]]);
s += note(24, G + 130, "LOAM") + note(24, G + 250, "CLAY LOAM") + note(24, 536, "SAND AND GRAVEL", "#5b4424");
s += disc(1, 420, SUB + 26) + disc(2, 830, SUB + 4) + disc(3, 560, G + 74) + disc(4, 690, G + 12);
drawing("driveway", s);
