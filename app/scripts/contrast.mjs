/** Texts, and what is behind them: WCAG AA, for text of ordinary size. */
const TEXTS = [
  ["button-text", ["amber", "amber-dark", "amber-pale"]],
  ["ink", ["paper", "white", "backdrop"]],
  ["ink-soft", ["paper", "white", "backdrop"]],
  ["amber-text", ["paper", "white"]],
  ["placeholder", ["white"]],
  ["red", ["red-paper"]],
  ["green", ["green-paper"]],
  ["paper", ["topsoil", "dusk"]],
];
/** Marks, such as the outline of what has the focus. */
const MARKS = [["amber", ["topsoil"]]];
const PAIRS = [...TEXTS.map((pair) => [...pair, 4.5]), ...MARKS.map((pair) => [...pair, 3])];

/**
 * Says which colors of a sheet are too close to each other, with the contrast that they have.
 *
 * @param {string} sheet
 * @returns {string[]} a line each
 */
export function lowContrast(sheet) {
  const colors = new Map(
    [...sheet.matchAll(/--([\w-]+): (#[0-9a-f]{6});/gi)].map(([, name, hex]) => [name, hex]),
  );
  return PAIRS.flatMap(([text, behind, least]) =>
    /** @type {string[]} */ (behind).flatMap((name) => {
      const [one, other] = [colors.get(/** @type {string} */ (text)), colors.get(name)];
      if (!one || !other) return [];
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      const contrast = (light + 0.05) / (dark + 0.05);
      if (contrast >= /** @type {number} */ (least)) return [];
      return [
        `--${text} on --${name} has a contrast of ${contrast.toFixed(2)}: hard to see. At least ${least} is needed.`,
      ];
    }),
  );
}

/** Of WCAG, between 0 and 1. @param {string} hex #rrggbb */
function luminance(hex) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
