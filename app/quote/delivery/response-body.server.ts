import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from "node:zlib";

/** How much of a response is read, and how much decoding may yield. */
const RESPONSE_LIMIT = 64 * 1024;

const DECODERS = new Map<string, (coded: Buffer, options: ZlibOptions) => Buffer>([
  ["identity", (plain) => plain],
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/** Reads the first 64 KiB of a body. Never throws: `error` is what broke it off. */
export async function readBody(body: AsyncIterable<Buffer>): Promise<{ bytes: Buffer; error?: unknown }> {
  const parts: Buffer[] = [];
  let size = 0;
  let error: unknown;
  try {
    for await (const part of body) {
      parts.push(part);
      size += part.length;
      if (size >= RESPONSE_LIMIT) break;
    }
  } catch (reason) {
    error = reason;
  }
  return { bytes: Buffer.concat(parts).subarray(0, RESPONSE_LIMIT), error };
}

/** Decodes a body by `Content-Encoding`, which may come unasked; "" if that fails, or yields more than 64 KiB. */
export function decodeBody(bytes: Buffer, coding: string | string[] = "identity"): string {
  try {
    return String(coding)
      .toLowerCase()
      .split(",")
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
