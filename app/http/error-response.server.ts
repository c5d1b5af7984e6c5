import type { IncomingMessage, ServerResponse } from "node:http";
import { LINGER_MS, type RefusalStatus, refusalHeaders, refusalPage } from "~/http/error-document.server";

/**
 * Answers a request with a short, readable page and closes the connection. The whole answer is on its way before the
 * connection ends; what the client is still sending is read and thrown away for two seconds at most.
 */
export function refuse(
  req: IncomingMessage,
  res: ServerResponse,
  status: RefusalStatus,
  headers: Record<string, string> = {},
): void {
  const page = refusalPage(status);
  res.writeHead(status, { ...refusalHeaders(page), ...headers });
  if (req.method === "HEAD") return void res.end();
  res.write(page);
  const end = () => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  req.once("end", end).once("error", end).once("close", end).resume();
}
