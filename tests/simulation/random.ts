export type Random = ReturnType<typeof makeRandom>;

/** Makes the only source of chance of a scenario (mulberry32): the same seed draws the same numbers. */
export function makeRandom(seed: number) {
  let state = Math.imul(seed, 0x9e3779b1);
  /** At least 0, below 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    chance: (probability: number) => next() < probability,
    between: (least: number, most: number) => least + next() * (most - least),
    /** One of a list that is not empty. */
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
    bytes: (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(next() * 256))),
  };
}
