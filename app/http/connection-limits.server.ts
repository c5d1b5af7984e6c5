import type { Server } from "node:http";
import { config } from "~/config/config.server";
import { plainAddress } from "~/http/client-address.server";
import { awaitsAnswer, type Connection, connections, latestAnswer } from "~/http/connections.server";
import { noteOverload } from "~/http/overload.server";

/** A form of 64 KiB arrives in this at 21 kbit/s. Node looks every 30 s, so it is the least that anyone has. */
const REQUEST_MS = 25_000;
/** Headers are a few hundred bytes: whoever is slower than this is not a visitor. */
const HEADERS_MS = 15_000;
/**
 * Longer than a proxy keeps an idle connection (nginx 60 s, Caddy 120 s): were the site first to close it, the proxy
 * could post a request into the closing connection, and answer the visitor with 502.
 */
const IDLE_MS = 125_000;
/** Descriptors stay free for the outbox, and memory for requests, whatever comes in. */
const CONNECTIONS = 2_000;
/** What the system may accept at once (511 by default) finds a place, so that room can be made for it. */
const ACCEPTED_AT_ONCE = 600;
/** A browser opens six, an office of fifty people 300. Behind a proxy all come from its address, so none has a share. */
const SHARE = config.trustedProxies === 0 ? 500 : CONNECTIONS;

/**
 * Sets how long a client may take and how many there may be. The times concern receiving: an answer that waits for the
 * forwarding service is bounded by FORWARD_TIMEOUT_MS (60 s at most), and only a connection on which nothing at all
 * moves for longer than that is given up.
 */
export function setConnectionLimits(server: Server): void {
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = HEADERS_MS;
  server.keepAliveTimeout = IDLE_MS;
  server.timeout = IDLE_MS;
  server.maxConnections = CONNECTIONS + ACCEPTED_AT_ONCE;
}

/** How many connections each address has open. IPv6 addresses of one /64 are one. */
const ofAddress = new Map<string, number>();
const addressOf = new WeakMap<Connection, string>();

/**
 * Makes room for a new connection, which is not among the open ones yet. At the limit, its address's or everybody's, the
 * least useful one is closed in its place: one that waits for a request, then one whose request is still coming, then
 * one that is being answered; of each the one that was silent longest. One that waits for its answer is never closed.
 *
 * @returns false when there is no room: the new connection is closed
 */
export function makeRoomFor(connection: Connection): boolean {
  const address = plainAddress(connection.remoteAddress ?? "") ?? "unknown";
  const isOwn = (other: Connection) => addressOf.get(other) === address;
  const overShare = (ofAddress.get(address) ?? 0) >= SHARE;
  if (overShare || connections.size >= CONNECTIONS) {
    noteOverload("connections");
    const least = findLeastUseful(overShare ? isOwn : () => true);
    (least ?? connection).destroy();
    if (!least) return false;
    connections.delete(least);
    leave(least);
  }
  addressOf.set(connection, address);
  ofAddress.set(address, (ofAddress.get(address) ?? 0) + 1);
  connection.once("close", () => leave(connection));
  return true;
}

/** A connection that was closed for another has left before its end. */
function leave(connection: Connection): void {
  const address = addressOf.get(connection);
  if (address === undefined) return;
  addressOf.delete(connection);
  const left = (ofAddress.get(address) ?? 1) - 1;
  if (left > 0) ofAddress.set(address, left);
  else ofAddress.delete(address);
}

function findLeastUseful(isMeant: (connection: Connection) => boolean): Connection | undefined {
  let least: Connection | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const connection of connections) {
    if (!isMeant(connection) || awaitsAnswer(connection)) continue;
    const rank = rankOf(connection);
    if (rank >= lowest) continue;
    least = connection;
    lowest = rank;
    if (rank === 0) break;
  }
  return least;
}

/** 0: waits for a request. 1: its request is still coming. 2: it is being answered. */
function rankOf(connection: Connection): 0 | 1 | 2 {
  const answer = latestAnswer(connection);
  if (!answer || answer.writableFinished) return 0;
  return answer.req.complete ? 2 : 1;
}
