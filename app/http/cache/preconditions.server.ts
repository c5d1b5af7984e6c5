import type { IncomingMessage } from "node:http";

/**
 * Whether a list of entity tags (`If-Match`, `If-None-Match`) names this one.
 *
 * @param comparison "weak" where a proxy's own compression, which marks tags as weak, makes no difference
 */
export function isNamed(list: string, etag: string, comparison?: "weak"): boolean {
  if (list === etag) return true;
  const plain = (tag: string) => (comparison === "weak" ? tag.replace(/^W\//, "") : tag);
  return list.split(",").some((tag) => tag.trim() === "*" || plain(tag.trim()) === etag);
}

/** A part of a body by its first and last byte. */
export type Part = { first: number; last: number };

/**
 * The part that a request wants by `Range` (RFC 9110, 14.2).
 *
 * @returns "none" where the body has no such part; undefined where the whole is the answer: no range of bytes, one for
 * another version (`If-Range`), or several at once, which nobody needs
 */
export function wantedPart(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  etag: string,
  length: number,
): Part | "none" | undefined {
  const ifRange = headers["if-range"];
  if (method !== "GET" || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  if (from === "") return to === "" || Number(to) === 0 ? "none" : lastBytes(Number(to), length);
  const first = Number(from);
  if (to !== "" && Number(to) < first) return undefined;
  return first < length ? { first, last: Math.min(to === "" ? length : Number(to), length - 1) } : "none";
}

const lastBytes = (count: number, length: number): Part => ({
  first: Math.max(0, length - count),
  last: length - 1,
});
