import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from "node:zlib";

/** So much of an answer is read, and so much may come of decoding it. */
export const RESPONSE_LIMIT = 64 * 1024;

const DECODERS = new Map<string, (coded: Buffer, options: ZlibOptions) => Buffer>([
  ["identity", (plain) => plain],
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/**
 * The first 64 KiB of an answer's body.
 *
 * @returns what arrived, with the `error` that ended it where it broke; it never throws
 */
export async function readBody(body: AsyncIterable<Buffer>): Promise<{ bytes: Buffer; error?: unknown }> {
  const parts: Buffer[] = [];
  let size = 0;
  let broken: unknown;
  try {
    for await (const part of body) {
      parts.push(part);
      size += part.length;
      if (size >= RESPONSE_LIMIT) break;
    }
  } catch (error) {
    broken = error;
  }
  return { bytes: Buffer.concat(parts).subarray(0, RESPONSE_LIMIT), error: broken };
}

/**
 * The text of a body, even where a server codes it unasked; "" where it cannot be decoded, or decodes to more than 64 KiB.
 *
 * @param coding the header `Content-Encoding`
 */
export function decodeBody(bytes: Buffer, coding: string | string[] = "identity"): string {
  const codings = String(coding).toLowerCase().split(",");
  try {
    return codings
      .reduceRight((coded, name) => {
        const decode = DECODERS.get(name.trim());
        if (!decode) throw new Error("an unknown coding");
        return decode(coded, { maxOutputLength: RESPONSE_LIMIT });
      }, bytes)
      .toString("utf8");
  } catch {
    return "";
  }
}
