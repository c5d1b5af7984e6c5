import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { config } from "~/config/config.server";
import { log } from "~/log/log.server";
import { throttledLog } from "~/log/throttled-log.server";

/** Leaves file descriptors for the outbox, and memory for requests. */
const MAX_CONNECTIONS = 2_000;
/** Time limit of a shutdown: long enough for a delivery in progress. */
const SHUTDOWN_MS = config.forwardTimeoutMs + 5_000;
/** How long a new connection has, during a shutdown, to send its first bytes. */
const FIRST_BYTES_MS = 1_000;
/** Pipelined requests per connection. Browsers and proxies do not pipeline. */
const MAX_PIPELINED = 8;

/** Open connections with their current or last response, in order of their last request or opening. */
const connections = new Map<Duplex, ServerResponse | undefined>();
/** The number of requests in progress per connection. */
const inProgress = new WeakMap<Duplex, number>();
let stopping = false;
let arrived = 0;

/** How many connections and requests have arrived so far. */
export const arrivals = () => arrived;

/** Whether the process is shutting down. Then no connection accepts another request. */
export const isStopping = () => stopping;

/** A connection's current or last response. */
export const responseOn = (connection: Duplex) => connections.get(connection);

/**
 * Registers a new connection. Over the limit, closes the one that has been idle longest, even if it is sending a request slowly,
 * but none that waits for its response. If all wait, closes the new one. No limit per address is needed: a client that opens
 * thousands mostly closes its own.
 */
export function admitConnection(connection: Socket): void {
  arrived++;
  connections.set(connection, undefined);
  connection.once("close", () => connections.delete(connection));
  if (connections.size <= MAX_CONNECTIONS) return;
  throttledLog.log("warn", "site.overloaded", {
    code: "connections",
    advice:
      "Too many connections were open, so the site closed those that were idle longest. If this lasts, limit connections in a proxy in front of the site.",
  });
  for (const [idle, response] of connections) {
    // A complete request without response may be a quote that is being delivered.
    if (response?.req.complete && !response.headersSent) continue;
    connections.delete(idle);
    return void idle.destroy();
  }
}

/**
 * Registers a request by its response. During a shutdown, makes it the last of its connection.
 *
 * @returns false if the connection has too many requests in progress; it is closed, and the request must be ignored
 */
export function trackResponse(response: ServerResponse): boolean {
  arrived++;
  const { socket } = response.req;
  const count = (inProgress.get(socket) ?? 0) + 1;
  if (count > MAX_PIPELINED) socket.destroy();
  if (socket.destroyed) return false;
  inProgress.set(socket, count);
  response.once("close", () => inProgress.set(socket, (inProgress.get(socket) ?? 0) - 1));
  if (connections.delete(socket)) connections.set(socket, response);
  if (stopping) response.setHeader("Connection", "close");
  return true;
}

/**
 * Shuts down: requests in progress finish, idle connections are closed, and at the deadline the process exits with status 0. A
 * quote whose delivery is cut off is in the outbox. Further calls do nothing. The timers do not keep the process alive.
 */
export function stop(server: Server): void {
  if (stopping) return;
  // In development, remix-serve's file watcher would keep the process alive.
  if (process.env.NODE_ENV === "development") process.exit(0);
  stopping = true;
  for (const response of connections.values())
    if (response && !response.headersSent) response.setHeader("Connection", "close");
  server.close();
  // `close` does not close connections that have sent nothing, which browsers open ahead of need.
  setTimeout(() => {
    for (const connection of connections.keys())
      if ((connection as Socket).bytesRead === 0) connection.destroy();
  }, FIRST_BYTES_MS).unref();
  setTimeout(() => {
    log("warn", "site.connections_dropped", { connections: connections.size });
    process.exit(0);
  }, SHUTDOWN_MS).unref();
}
