import type { IncomingMessage } from "node:http";
import type { ErrorStatus } from "~/http/error-response.server";
import { throttledLog } from "~/log/throttled-log.server";

/** Bytes. Above the form's own limit (`BODY_LIMIT`), so that a text that is too long can be returned to the visitor. */
export const READ_LIMIT = 256 * 1024;
/** Bytes. Bodies up to this size, nearly all, need no reservation: 2,000 connections hold at most 32 MiB of them. */
export const SHORT_BODY = 16 * 1024;
/** Bytes for all longer bodies together while they arrive. */
const MEMORY_BUDGET = 32 * 1024 * 1024;
/** Each chunk costs time. 256 KiB arrive in up to 500 on the slowest lines. */
const MAX_CHUNKS = 1_000;
let reservedBytes = 0;

/**
 * Reads a body into one buffer. Closes the connection if it arrives in too many chunks.
 *
 * @returns the body, or the status to refuse it with: 413 over READ_LIMIT, 503 without memory for it, 400 if it is incomplete
 */
export async function readBody(req: IncomingMessage): Promise<Buffer | ErrorStatus> {
  let body = Buffer.alloc(0);
  let size = 0;
  let chunks = 0;
  let reserved = 0;
  return new Promise<Buffer | ErrorStatus>((resolve) => {
    const append = (chunk: Buffer) => {
      const end = size + chunk.length;
      if (++chunks > MAX_CHUNKS) return void req.destroy();
      if (end > READ_LIMIT) return finish(413);
      if (end > body.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(READ_LIMIT, Math.max(2 * body.length, end)));
        if (larger.length > SHORT_BODY && !reserve(larger.length - reserved)) return finish(503);
        if (larger.length > SHORT_BODY) reserved = larger.length;
        body.copy(larger, 0, 0, size);
        body = larger;
      }
      chunk.copy(body, size);
      size = end;
    };
    const finish = (result: Buffer | ErrorStatus) => {
      req.off("data", append);
      resolve(result);
    };
    req.on("data", append);
    req.once("end", () => finish(body.subarray(0, size)));
    for (const event of ["error", "close"]) req.once(event, () => finish(400));
  }).finally(() => {
    reservedBytes -= reserved;
  });
}

function reserve(bytes: number): boolean {
  if (reservedBytes + bytes <= MEMORY_BUDGET) {
    reservedBytes += bytes;
    return true;
  }
  throttledLog.log("warn", "site.overloaded", {
    code: "uploads",
    advice:
      "More was uploaded at once than memory allows, so long posts were refused; short forms got through.",
  });
  return false;
}
