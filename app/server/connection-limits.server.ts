import type { Server } from "node:http";

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
  server.maxConnections = CONNECTIONS;
}
