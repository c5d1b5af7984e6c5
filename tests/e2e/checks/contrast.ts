const light = (color: string) => {
  const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
};

/** The contrast of two colors as `getComputedStyle` tells them: "rgb(44, 45, 44)". */
export function contrast(one: string, other: string): number {
  const [less = 0, more = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return more / less;
}
