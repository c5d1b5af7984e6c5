import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type Connection, latestAnswer } from "~/http/connections.server";
import { LINGER_MS, type RefusalStatus, refusalHeaders, refusalPage } from "~/http/error-document.server";
import { SECURITY_HEADERS } from "~/http/security-headers.server";

/** What Node refuses before there is a request to answer; anything else is a 400. */
const STATUS: Record<string, RefusalStatus> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const REASON: Partial<Record<RefusalStatus, string>> = {
  400: "Bad Request",
  405: "Method Not Allowed",
  408: "Request Timeout",
  413: "Content Too Large",
  431: "Request Header Fields Too Large",
  503: "Service Unavailable",
};

const refused = new WeakSet<Duplex>();

/**
 * Answers what never becomes a request: broken or too many headers, a client too slow, a tunnel asked for. Node's own
 * answers are blank pages.
 */
export function answerBrokenRequests(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, connection: Connection) => {
    if (error.code === "ECONNRESET" || !connection.writable) return void connection.destroy();
    if (refused.has(connection)) return; // More of the same, while the refusal is on its way.
    const busy = latestAnswer(connection);
    if (busy && !busy.writableFinished) {
      // The request before it is whole, and perhaps a quote on its way: it gets its answer, which must not be another's.
      if (busy.req.complete) return finishFirst(busy, connection);
      if (busy.headersSent) return void connection.destroy();
    }
    refuseRaw(connection, STATUS[error.code ?? ""] ?? 400);
  });
  server.on("connect", (_req, connection) => {
    connection.on("error", () => connection.destroy()); // Nobody else listens from here on.
    refuseRaw(connection, 405, { Allow: "GET, HEAD, POST" });
  });
}

function finishFirst(answer: ServerResponse, connection: Duplex): void {
  refused.add(connection);
  if (!answer.headersSent) answer.setHeader("Connection", "close");
  answer.once("finish", () => closeGently(connection)).once("close", () => closeGently(connection));
}

function refuseRaw(connection: Duplex, status: RefusalStatus, more: Record<string, string> = {}): void {
  writePage(connection, status, more);
  closeGently(connection);
}

/** Ends a connection whose request is still coming. What it sent is forgotten at once, so no time is left to send more. */
export function refuseAtOnce(
  connection: Connection,
  status: RefusalStatus,
  more: Record<string, string>,
): void {
  writePage(connection, status, more);
  connection.destroySoon();
}

function writePage(connection: Duplex, status: RefusalStatus, more: Record<string, string>): void {
  refused.add(connection);
  const page = refusalPage(status);
  const headers = [
    ["Date", new Date().toUTCString()],
    ...Object.entries({ ...refusalHeaders(page), ...more }),
    ...SECURITY_HEADERS,
  ];
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  connection.write(`HTTP/1.1 ${status} ${REASON[status]}\r\n${head}\r\n${page}`);
}

/** What the client still sends is let come for a moment: closed at once, the answer would be lost on the way. */
function closeGently(connection: Duplex): void {
  connection.end();
  const timer = setTimeout(() => connection.destroy(), LINGER_MS);
  connection.resume().once("close", () => clearTimeout(timer));
}
