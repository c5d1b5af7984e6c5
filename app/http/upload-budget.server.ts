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

let total = 0;
const watched = new WeakSet<Connection>();

/**
 * Reserves memory for a post until its response is out: as much as its head announces, or the most that is read where it
 * announces nothing. Beyond the budget the connection that holds most is ended, unless it waits for its response.
 *
 * @returns false when this post is the one to reject
 */
export function reserveUpload(req: IncomingMessage, res: ServerResponse): boolean {
  const { headers, socket } = req;
  const bytes =
    headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : READ_LIMIT;
  stateOf(socket).reserved += bytes;
  total += bytes;
  while (total > BUDGET) {
    logOverload("uploads");
    const largest = largestUpload(socket);
    if (largest === socket) {
      release(socket, bytes);
      return false;
    }
    release(largest);
    endUpload(largest);
  }
  res.once("close", () => release(socket, bytes));
  // A pipelined response whose turn never comes has no end of its own.
  if (!watched.has(socket)) socket.once("close", () => release(socket));
  watched.add(socket);
  return true;
}

function release(connection: Connection, bytes = Number.POSITIVE_INFINITY): void {
  const state = stateOf(connection);
  const released = Math.min(state.reserved, bytes);
  state.reserved -= released;
  total -= released;
}

/** Of equals the one idle longest; the new one where all others wait for their response. */
function largestUpload(newcomer: Connection): Connection {
  let largest = newcomer;
  let most = 0;
  for (const connection of connections) {
    const { reserved } = stateOf(connection);
    if (reserved <= most || (connection !== newcomer && awaitsResponse(connection))) continue;
    largest = connection;
    most = reserved;
  }
  return largest;
}

/** Frees the memory at once: no time is left to send more. */
function endUpload(connection: Connection): void {
  const { response } = stateOf(connection);
  // Another response may be on its way: what is written now would be read as a part of it.
  if (!response || response.headersSent || response.socket !== connection) return void connection.destroy();
  writeRawError(connection, 503, RETRY_LATER);
  connection.destroySoon();
}
