import type { Server } from "node:http";
import { log } from "~/config/log.server";
import { connections } from "~/http/connections.server";

/** A relay under way (FORWARD_TIMEOUT_MS, 10 s) ends before this. */
const DEADLINE_MS = 15_000;
const SWEEP_MS = 250;

const servers = new Set<Server>();
let stopping = false;

/** Whether the process is on its way out: no connection is used for another request. */
export const isStopping = () => stopping;

/** Notes a server, so that a stop can end its connections. */
export const noteServer = (server: Server) => servers.add(server);

/**
 * Bounds a stop. remix-serve stops listening on SIGTERM and SIGINT and Node then waits for every connection; this lets
 * the requests under way finish, closes what only waits, and ends the process with status 0 after 15 s at the latest.
 * A request for a quote that is cut off lies in the outbox. No timer of this holds the process.
 */
export function stopInTime(): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stop);
}

function stop(): void {
  if (stopping) return;
  stopping = true;
  setTimeout(() => {
    log("warn", "site.cut", { connections: connections.size });
    process.exit(0);
  }, DEADLINE_MS).unref();
  // Again and again, for answers that were begun before the signal leave their connection open.
  setInterval(sweep, SWEEP_MS).unref();
  sweep();
}

function sweep(): void {
  for (const server of servers) server.closeIdleConnections();
  // Browsers open connections ahead of need; Node does not count those as idle.
  for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
}
