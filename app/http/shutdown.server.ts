import type { Server } from "node:http";
import { connections } from "~/http/connections.server";
import { log } from "~/log/log.server";

/** A delivery under way (FORWARD_TIMEOUT_MS, 10 s) ends before this. */
const DEADLINE_MS = 15_000;
/** How long a connection accepted just before the stop has to send its request. */
const FIRST_BYTES_MS = 1_000;

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** All servers that the policy is attached to. */
export const servers = new Set<Server>();
let stopping = false;

/** Whether the process is shutting down. Then no connection takes another request. */
export const isStopping = () => stopping;

/**
 * Bounds a shutdown. remix-serve stops listening on SIGTERM and SIGINT, and Node then waits for every connection. This
 * lets requests under way finish, closes idle connections, and ends the process with status 0 after 15 s at the latest.
 * A quote that is cut off is in the outbox. Further signals change nothing. No timer here holds the process.
 */
export function boundShutdown(): void {
  for (const signal of SIGNALS) process.on(signal, stop);
}

function stop(): void {
  if (stopping) return;
  // There remix-serve watches the build, so the process would not end by itself.
  if (process.env.NODE_ENV === "development") process.exit(0);
  stopping = true;
  // The other listeners have had their signal. At a second one remix-serve would print a stack trace.
  for (const signal of SIGNALS)
    for (const listener of process.listeners(signal)) if (listener !== stop) process.off(signal, listener);
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
