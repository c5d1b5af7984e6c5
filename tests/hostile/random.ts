/** A stream of numbers that depends on its seed alone, so that a failing case can be made again. */
export type Random = ReturnType<typeof randomFrom>;

/** @param seed a text; equal seeds give equal streams. The generator is sfc32 over an FNV hash of the seed. */
export function randomFrom(seed: string) {
  let hash = 2166136261;
  for (const sign of Buffer.from(seed)) hash = Math.imul(hash ^ sign, 16777619);
  let [a, b, c, count] = [hash, hash ^ 0x9e3779b9, 0x243f6a88, 1];
  const next = () => {
    const sum = (a + b + count++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let warm = 0; warm < 12; warm++) next();
  const int = (low: number, high: number) => low + (next() % (high - low + 1));
  return {
    /** A whole number from `low` to `high`, both included. */
    int,
    pick: <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T,
    chance: (share: number) => next() / 2 ** 32 < share,
    bytes: (count: number) => Buffer.from(Array.from({ length: count }, () => next() & 255)),
    hex: (digits: number) => Array.from({ length: digits }, () => int(0, 15).toString(16)).join(""),
  };
}
