import type { IncomingMessage, ServerResponse } from "node:http";
import { awaitsAnswer, type Connection, latestAnswer } from "~/http/connections.server";
import { refuseAtOnce } from "~/http/malformed-requests.server";
import { noteOverload } from "~/http/overload.server";
import { KEEP_LIMIT } from "~/site/limits";

/**
 * How many bytes all posts may hold together. It is 16 KiB for each of 2,000 connections, so a shorter form is never the
 * largest when there is too much: it always gets through.
 */
const BUDGET = 32 * 1024 * 1024;

export const RETRY_LATER = { "Retry-After": "60" };

const held = new Map<Connection, number>();
let total = 0;

/**
 * Reserves memory for a post until its answer is out: as much as its head announces, or the most that is read where it
 * announces nothing. When there is too much, the connection that holds most is ended, however far its upload came. One
 * whose whole request waits for its answer is left alone.
 *
 * @returns false when this post is the one to refuse
 */
export function reserveUpload(req: IncomingMessage, res: ServerResponse): boolean {
  const connection: Connection = req.socket;
  const bytes = announced(req);
  if (bytes === 0) return true;
  hold(connection, bytes);
  while (total > BUDGET) {
    noteOverload("uploads");
    const largest = findLargest(connection);
    release(largest, held.get(largest) ?? 0);
    if (largest === connection) return false;
    end(largest);
  }
  res.once("close", () => release(connection, bytes));
  return true;
}

const announced = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : KEEP_LIMIT;

/** A pipelined answer whose turn never comes has no end of its own, so the connection's end counts, too. */
function hold(connection: Connection, bytes: number): void {
  const before = held.get(connection);
  if (before === undefined) {
    connection.once("close", () => {
      release(connection, held.get(connection) ?? 0);
      held.delete(connection);
    });
  }
  held.set(connection, (before ?? 0) + bytes);
  total += bytes;
}

function release(connection: Connection, bytes: number): void {
  const before = held.get(connection) ?? 0;
  const released = Math.min(before, bytes);
  if (held.has(connection)) held.set(connection, before - released);
  total -= released;
}

/** Of equals the oldest; the newcomer where all others wait for their answer. */
function findLargest(newcomer: Connection): Connection {
  let largest = newcomer;
  let most = 0;
  for (const [connection, bytes] of held) {
    if (bytes <= most || (connection !== newcomer && awaitsAnswer(connection))) continue;
    largest = connection;
    most = bytes;
  }
  return largest;
}

function end(connection: Connection): void {
  const answer = latestAnswer(connection);
  // Another answer may be on its way: what is written now would be read as a part of it.
  if (!answer || answer.headersSent || answer.socket !== connection) connection.destroy();
  else refuseAtOnce(connection, 503, RETRY_LATER);
}
