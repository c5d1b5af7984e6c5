import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { responseOn } from "~/http/connections.server";
import { type ErrorStatus, LINGER_MS, writeRawError } from "~/http/error-response.server";

/** Statuses by Node's error code, for what it rejects before there is a request. Any other is a 400. */
const STATUS: Record<string, ErrorStatus> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const rejected = new WeakSet<Duplex>();

/**
 * Sends a readable page where a request never becomes one: broken or too many headers, a client too slow. Node's own
 * pages are blank.
 */
export function rejectMalformedRequests(server: Server): void {
  server.on("clientError", ({ code = "" }: NodeJS.ErrnoException, connection) => {
    if (code === "ECONNRESET" || !connection.writable) return void connection.destroy();
    if (rejected.has(connection)) return; // More of the same, while the error page is on its way.
    const response = responseOn(connection);
    if (response && !response.writableFinished) {
      // The previous request is complete and may be a quote: it gets its response, the garbage none.
      if (response.req.complete) {
        rejected.add(connection);
        if (!response.headersSent) response.setHeader("Connection", "close");
        return void response.once("close", () => closeGently(connection));
      }
      if (response.headersSent) return void connection.destroy();
    }
    rejected.add(connection);
    writeRawError(connection, STATUS[code] ?? 400);
    closeGently(connection);
  });
}

function closeGently(connection: Duplex): void {
  connection.end();
  const timer = setTimeout(() => connection.destroy(), LINGER_MS);
  connection.resume().once("close", () => clearTimeout(timer));
}
