import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { responseOn } from "~/http/connections.server";
import { type ErrorStatus, LINGER_MS, writeRawError } from "~/http/error-response.server";

/** Statuses by the code of Node's `clientError`. The default is 400. */
const STATUS: Record<string, ErrorStatus> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const rejected = new WeakSet<Duplex>();

/** Sends an error page where Node cannot parse a request, or the client is too slow. Node's own responses are blank. */
export function rejectMalformedRequests(server: Server): void {
  server.on("clientError", ({ code = "" }: NodeJS.ErrnoException, connection) => {
    if (code === "ECONNRESET" || !connection.writable) return void connection.destroy();
    if (rejected.has(connection)) return; // More malformed data, while the error page is being sent.
    const response = responseOn(connection);
    if (response && !response.writableFinished) {
      // The previous request is complete and may be a quote: send only its response.
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
