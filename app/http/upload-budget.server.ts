import type { IncomingMessage, ServerResponse } from "node:http";
import { hourly } from "~/log/hourly-log.server";
import { READ_LIMIT } from "~/site/limits";

/** Nearly every form is shorter than this. It is always read: 2,000 connections hold 32 MiB of such forms at most. */
const SHORT = 16 * 1024;
/** How many bytes all longer posts may hold together. */
const BUDGET = 32 * 1024 * 1024;
let reserved = 0;

/**
 * Reserves memory for a long post until its response is out or its connection closes: as much as its headers announce, or
 * the most that is read if they announce nothing.
 *
 * @returns false when there is no memory left for it
 */
export function reserveUpload({ headers }: IncomingMessage, res: ServerResponse): boolean {
  const bytes =
    headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : READ_LIMIT;
  if (bytes <= SHORT) return true;
  if (reserved + bytes > BUDGET) {
    hourly.log("warn", "site.overloaded", {
      code: "uploads",
      advice:
        "More was uploaded at once than memory allows, so long posts were refused; short forms got through.",
    });
    return false;
  }
  reserved += bytes;
  res.once("close", () => {
    reserved -= bytes;
  });
  return true;
}
