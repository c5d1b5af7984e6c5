import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { sendError } from "~/http/error-response.server";
import { logFault } from "~/log/log-fault.server";

/** Runs what judges one connection. If that throws, only this connection ends; Node would end the process. */
export function judgeConnection(connection: Duplex, judge: () => void): void {
  try {
    judge();
  } catch (error) {
    logFault(error);
    connection.destroy();
  }
}

/** Runs what judges one request. If that throws, the client gets a 500 in words, or a closed connection. */
export function judgeRequest(req: IncomingMessage, res: ServerResponse, judge: () => void): void {
  try {
    judge();
  } catch (error) {
    logFault(error, req.method);
    judgeConnection(req.socket, () => sendError(res, 500)); // Throws if a response has begun.
  }
}
