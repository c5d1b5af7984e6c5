import { createCipheriv, createHash } from "node:crypto";

/** A stream of numbers that depends on its seed alone, so that a failing case can be made again. */
export type Random = ReturnType<typeof randomFrom>;

/** @param seed a text; equal seeds give equal streams */
export function randomFrom(seed: string) {
  const key = createHash("sha256").update(seed).digest();
  const stream = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
  const bytes = (count: number) => stream.update(Buffer.alloc(count));
  const next = () => bytes(4).readUInt32LE();
  const int = (low: number, high: number) => low + (next() % (high - low + 1));
  return {
    /** A whole number from `low` to `high`, both included. */
    int,
    pick: <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T,
    chance: (share: number) => next() / 2 ** 32 < share,
    bytes,
    hex: (digits: number) => bytes(digits / 2).toString("hex"),
  };
}
