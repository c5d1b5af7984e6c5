import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { config } from "~/config/config.server";
import { log } from "~/log/log.server";
import { throttledLog } from "~/log/throttled-log.server";

/** Leaves file descriptors to the outbox, and memory to requests. */
const MAX_CONNECTIONS = 2_000;
/** How long a shutdown may take: a delivery in progress ends before this. */
const SHUTDOWN_MS = config.forwardTimeoutMs + 5_000;
/** How long a connection accepted just before a shutdown has to send its request. */
const FIRST_BYTES_MS = 1_000;
/** How many requests of one connection may be in progress. Browsers and proxies send one after the other. */
const MAX_PIPELINED = 8;

/** All open connections with their current or last response, the longest-idle one first. */
const open = new Map<Duplex, ServerResponse | undefined>();
/** How many responses each connection waits for. */
const inProgress = new WeakMap<Duplex, number>();
let stopping = false;
let arrived = 0;

/** How many connections and requests have come so far. */
export const arrivals = () => arrived;

/** Whether the process is shutting down. Then no connection accepts another request. */
export const isStopping = () => stopping;

/** A connection's current or last response. */
export const responseOn = (connection: Duplex) => open.get(connection);

/**
 * Admits a new connection. At the limit, the longest-idle one is closed: at its first byte, between two requests, or in the
 * middle of a slow one. One that waits for its response is never closed; if all wait, the new one is closed. There is no
 * limit per address: a client that opens thousands mostly closes its own, and only complete requests wait.
 */
export function admitConnection(connection: Socket): void {
  arrived++;
  open.set(connection, undefined);
  connection.once("close", () => open.delete(connection));
  if (open.size <= MAX_CONNECTIONS) return;
  throttledLog.log("warn", "site.overloaded", {
    code: "connections",
    advice:
      "Too many connections were open, so the site closed those that were idle longest. If this lasts, limit connections in a proxy in front of the site.",
  });
  for (const [idle, response] of open) {
    // A complete request whose response has not begun may be a quote on its way to the owner.
    if (response?.req.complete && !response.headersSent) continue;
    open.delete(idle);
    return void idle.destroy();
  }
}

/**
 * Counts a request by its response. During a shutdown it is the last on its connection.
 *
 * @returns false if its connection has too many in progress: then it is closed, and what else it sent is ignored
 */
export function trackResponse(response: ServerResponse): boolean {
  arrived++;
  const { socket } = response.req;
  const count = (inProgress.get(socket) ?? 0) + 1;
  if (count > MAX_PIPELINED) socket.destroy();
  if (socket.destroyed) return false;
  inProgress.set(socket, count);
  response.once("close", () => inProgress.set(socket, (inProgress.get(socket) ?? 0) - 1));
  if (open.delete(socket)) open.set(socket, response);
  if (stopping) response.setHeader("Connection", "close");
  return true;
}

/**
 * Stops the site: requests in progress finish, idle connections are closed, and the process ends with status 0 at the
 * deadline. A quote that is cut off is in the outbox. Further calls do nothing. No timer here keeps the process alive.
 */
export function stop(server: Server): void {
  if (stopping) return;
  // In development, remix-serve watches the build, so the process would not end by itself.
  if (process.env.NODE_ENV === "development") process.exit(0);
  stopping = true;
  for (const response of open.values())
    if (response && !response.headersSent) response.setHeader("Connection", "close");
  server.close();
  // Browsers open connections ahead of need; Node does not count those as idle.
  setTimeout(() => {
    for (const connection of open.keys()) if ((connection as Socket).bytesRead === 0) connection.destroy();
  }, FIRST_BYTES_MS).unref();
  setTimeout(() => {
    log("warn", "site.connections_dropped", { connections: open.size });
    process.exit(0);
  }, SHUTDOWN_MS).unref();
}
