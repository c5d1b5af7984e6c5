import type { Server } from "node:http";
import { log } from "~/config/log.server";
import { connections } from "~/http/connections.server";

/** A delivery under way (FORWARD_TIMEOUT_MS, 10 s) ends before this. */
const DEADLINE_MS = 15_000;
/** How long a connection accepted just before the stop has to send its request. */
const FIRST_BYTES_MS = 1_000;

/** All servers that the policy is attached to. */
export const servers = new Set<Server>();
let stopping = false;

/** Whether the process is shutting down. Then no connection takes another request. */
export const isStopping = () => stopping;

/**
 * Bounds a shutdown. remix-serve stops listening on SIGTERM and SIGINT, and Node then waits for every connection. This
 * lets requests under way finish, closes idle connections, and ends the process with status 0 after 15 s at the latest.
 * A quote that is cut off is in the outbox. No timer here holds the process.
 */
export function boundShutdown(): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stop);
}

function stop(): void {
  if (stopping) return;
  stopping = true;
  setTimeout(() => {
    log("warn", "site.cut", { connections: connections.size });
    process.exit(0);
  }, DEADLINE_MS).unref();
  setTimeout(closeUnused, FIRST_BYTES_MS).unref();
  for (const server of servers) server.closeIdleConnections();
}

/** Browsers open connections ahead of need; Node does not count those as idle. */
function closeUnused(): void {
  for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
}
