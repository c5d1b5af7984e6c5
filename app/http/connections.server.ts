import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { config } from "~/config/config.server";
import { clientKey } from "~/http/client-address.server";
import { hourly } from "~/log/hourly-log.server";

/** A form of 64 KiB arrives in this at 21 kbit/s. Node checks every 30 s, so nobody has less. */
const REQUEST_MS = 25_000;
/** Headers are a few hundred bytes: a visitor is never slower than this. */
const HEADERS_MS = 15_000;
/**
 * Longer than a proxy keeps an idle connection (nginx 60 s, Caddy 120 s): if the site closed first, the proxy could post
 * a quote into the closing connection, and send the visitor a 502.
 */
const IDLE_MS = 125_000;
/** Leaves descriptors to the outbox and memory to requests, whatever comes in. */
const MAX_CONNECTIONS = 2_000;
/** A browser opens six, an office of fifty people 300. Behind a proxy all have its address, so there is no limit. */
const MAX_PER_ADDRESS = config.trustedProxies === 0 ? 500 : MAX_CONNECTIONS;

/** What the site notes about a connection. It is kept on the connection: a map would burden every request. */
type State = {
  address: string;
  /** The response it is busy with, or was last. */
  response?: ServerResponse<IncomingMessage>;
  /** Bytes of uploads that memory is reserved for, see upload-budget. */
  reserved: number;
};
const STATE = Symbol("state");
export type Connection = Socket & { [STATE]?: State };

export function stateOf(connection: Connection): State {
  connection[STATE] ??= { address: clientKey(connection.remoteAddress ?? "") ?? "unknown", reserved: 0 };
  return connection[STATE];
}

/** All open connections, the one idle longest first. */
export const connections = new Set<Connection>();
/** How many each address has open. */
const openOf = new Map<string, number>();

/**
 * Limits how long a client may take to send. A response that waits for the forwarding service is bounded by
 * FORWARD_TIMEOUT_MS (60 s at most).
 */
export function limitTimes(server: Server): void {
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = HEADERS_MS;
  server.keepAliveTimeout = IDLE_MS;
  server.timeout = IDLE_MS;
}

/**
 * Admits a new connection. At a limit, its address's or the total, the least useful one is closed: one that waits for a
 * request, then one whose request is still coming, then one that is being responded to; of each the one idle longest. One
 * that waits for its response is never closed. If all wait, the new one is closed.
 */
export function admitConnection(connection: Connection): void {
  const { address } = stateOf(connection);
  const open = openOf.get(address) ?? 0;
  const isAddressFull = open >= MAX_PER_ADDRESS;
  if (isAddressFull || connections.size >= MAX_CONNECTIONS) {
    logOverload("connections");
    const least = findLeastUseful(isAddressFull ? address : undefined);
    (least ?? connection).destroy();
    if (!least) return;
    connections.delete(least);
  }
  connections.add(connection);
  openOf.set(address, open + 1);
  connection.once("close", () => {
    connections.delete(connection);
    const left = (openOf.get(address) ?? 1) - 1;
    if (left > 0) openOf.set(address, left);
    else openOf.delete(address);
  });
}

function findLeastUseful(address: string | undefined): Connection | undefined {
  let receiving: Connection | undefined;
  let responding: Connection | undefined;
  for (const connection of connections) {
    const { address: its, response } = stateOf(connection);
    if ((address !== undefined && its !== address) || awaitsResponse(connection)) continue;
    if (!response || response.writableFinished) return connection;
    if (response.req.complete) responding ??= connection;
    else receiving ??= connection;
  }
  return receiving ?? responding;
}

export function noteResponse(response: ServerResponse<IncomingMessage>): void {
  const connection: Connection = response.req.socket;
  stateOf(connection).response = response;
  if (connections.delete(connection)) connections.add(connection);
}

/** Whether a complete request came and its response has not begun: it may be a quote on its way to the owner. */
export function awaitsResponse(connection: Connection): boolean {
  const { response } = stateOf(connection);
  return response?.req.complete === true && !response.headersSent;
}

const ADVICE = {
  uploads:
    "More was uploaded at once than memory allows. The largest uploads were ended; short forms got through.",
  connections:
    "Too many connections were open, so the site closed those that were idle longest. If this lasts, limit connections in a proxy in front of the site.",
};

/** Logs, at most once an hour, that the site had to turn somebody away. */
export const logOverload = (code: keyof typeof ADVICE) =>
  hourly.log("warn", "site.overloaded", { code, advice: ADVICE[code] });
