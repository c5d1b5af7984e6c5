// Septic system in section: house -> tank -> distribution box -> drain field. The numbers are explained by the page.
import { C, disc, drawing, fall, grass, note, P, pipe, R, soil, stones, trees } from "./section.mjs";

const G = 190; // the lawn
const FLOOR = G + 190; // of the basement: the field lies higher
let s = trees(G, [
  [40, 58],
  [330, 70],
]);
s += soil(G, [64, 200, 290]);

// House with its basement.
const X = 70;
s +=
  R(X - 14, G - 10, 16, FLOOR - G + 26, C.conc) +
  R(X + 230, G - 10, 16, FLOOR - G + 26, C.conc) +
  R(X + 2, G - 8, 228, FLOOR - G + 8, "#3a2f27", "none") +
  R(X - 30, FLOOR, 292, 16, C.conc) +
  R(X - 14, G - 108, 260, 98, "#FBF8F0") +
  P(`M${X - 40} ${G - 106}L${X + 116} ${G - 172}L${X + 272} ${G - 106}z`, "#E3DDCF") +
  R(X + 20, G - 84, 44, 48, "#D7DDD6") +
  R(X + 168, G - 84, 44, 48, "#D7DDD6") +
  R(X + 96, G - 84, 40, 74, "#B5382A");

// Tank, on stone, with two risers to grade and a baffle wall.
const T = 440;
const TY = G + 78;
s +=
  stones(T - 12, TY + 142, 284, 16, 4, 7, 60) +
  R(T, TY, 260, 142, C.conc) +
  R(T + 14, TY + 14, 232, 114, "#54504a") +
  R(T + 14, TY + 46, 150, 82, "#7F9A80", "none") +
  R(T + 176, TY + 46, 70, 82, "#93B8B0", "none") +
  R(T + 14, TY + 38, 150, 12, "#B79D66", "none") +
  R(T + 14, TY + 104, 150, 24, "#3B2F24", "none") +
  R(T + 164, TY + 14, 12, 114, C.conc) +
  R(T + 165, TY + 64, 10, 16, "#93B8B0", "none");
for (const x of [T + 42, T + 188])
  s += R(x, G - 8, 46, TY - G + 12, C.green) + R(x - 6, G - 16, 58, 12, "#4E9670");

// 1/4 inch a foot, 1:48, from the basement wall to the tank; then nearly level.
const inlet = TY + 34;
const from = X + 200;
s +=
  pipe(`M${from} ${G - 6}V${fall(T + 30, inlet, from)}L${T + 30} ${inlet}`) +
  pipe(`M${T + 30} ${inlet - 14}V${TY + 78}`) +
  pipe(`M${T + 232} ${inlet - 6}V${TY + 84}`) +
  pipe(`M${T + 232} ${inlet + 8}L790 ${fall(T + 232, inlet + 8, 790, 96)}`);

// Distribution box and the field: perforated pipe in washed stone, fabric on top, soil above.
const BY = inlet - 18;
s +=
  R(776, BY, 64, 56, C.conc) +
  R(786, BY + 10, 44, 36, "#54504a") +
  R(786, BY + 30, 44, 16, "#93B8B0", "none");
const F = 876;
const FY = BY + 6;
s +=
  R(F, FY, 330, 66, "#8f8676") +
  stones(F, FY, 330, 66, 4, 8, 420) +
  P(`M${F - 4} ${FY - 2}H1200`, "none", 'stroke="#2b2c2e" stroke-width="5" stroke-dasharray="12 5"') +
  pipe(`M830 ${BY + 30}H1220`) +
  Array.from({ length: 9 }, (_, k) =>
    P(`M${F + 24 + k * 34} ${BY + 44}v14m-4-5l4 6 4-6`, "none", 'stroke="#2F6F7A" stroke-width="2.5"'),
  ).join("") +
  pipe(`M1150 ${BY + 28}V${G - 14}`, 11) +
  R(1140, G - 22, 20, 10, C.pipe);
s += grass(G, 0, 1200, [
  [X - 24, X + 256],
  [T + 38, T + 92],
  [T + 184, T + 238],
]);
s +=
  note(348, G + 176, "LOAM") + note(24, G + 250, "CLAY LOAM") + note(24, 536, "SAND AND GRAVEL", "#5b4424");
s += disc(1, 372, inlet - 4) + disc(2, T + 100, TY + 74) + disc(3, 808, BY - 26) + disc(4, 1010, FY + 34);
drawing("septic", s);
