import type { IncomingMessage, ServerResponse } from "node:http";
import {
  awaitsResponse,
  type Connection,
  connections,
  logOverload,
  stateOf,
} from "~/http/connections.server";
import { writeRawError } from "~/http/error-response.server";
import { READ_LIMIT } from "~/site/limits";

/**
 * How many bytes all posts may hold together: 16 KiB for each of 2,000 connections. A shorter form is never the largest,
 * so it always gets through.
 */
const BUDGET = 32 * 1024 * 1024;

export const RETRY_LATER = { "Retry-After": "60" };

/**
 * Reserves memory for a post until its response is out or its connection closes: as much as its head announces, or the
 * most that is read where it announces nothing. Beyond the budget the largest upload is ended.
 *
 * @returns false when this post is the one to reject
 */
export function reserveUpload({ headers, socket }: IncomingMessage, res: ServerResponse): boolean {
  const bytes =
    headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : READ_LIMIT;
  const state = stateOf(socket);
  state.reserved += bytes;
  for (let excess = findExcess(socket); excess; excess = findExcess(socket)) {
    logOverload("uploads");
    if (excess === socket) {
      state.reserved -= bytes;
      return false;
    }
    endUpload(excess);
  }
  res.once("close", () => {
    state.reserved -= bytes;
  });
  return true;
}

/**
 * While the open connections hold more than the budget, the one that holds most and does not wait for its response; of
 * equals the one idle longest; the new one where all others wait.
 */
function findExcess(newcomer: Connection): Connection | undefined {
  let total = 0;
  let most = 0;
  let largest = newcomer;
  for (const connection of connections) {
    const { reserved } = stateOf(connection);
    total += reserved;
    if (reserved <= most || (connection !== newcomer && awaitsResponse(connection))) continue;
    largest = connection;
    most = reserved;
  }
  return total > BUDGET ? largest : undefined;
}

/** Frees the memory at once: no time is left to send more. */
function endUpload(connection: Connection): void {
  connections.delete(connection);
  const { response } = stateOf(connection);
  // Another response may be on its way: what is written now would be read as a part of it.
  if (!response || response.headersSent || response.socket !== connection) return void connection.destroy();
  writeRawError(connection, 503, RETRY_LATER);
  connection.destroySoon();
}
