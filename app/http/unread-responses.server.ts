import type { ServerResponse } from "node:http";

/** How many bytes rendered responses may hold until clients read them. */
const LIMIT = 32 * 1024 * 1024;
/** The oldest first. */
const rendered = new Set<ServerResponse>();

/** Whether nobody can receive a response. One that waits behind another on its connection is not told when it closes. */
export const isGone = (res: ServerResponse) => res.closed || res.req.socket.destroyed;

/**
 * Tracks a response that is rendered for one visitor. If too many bytes of such responses are unread, the oldest lose their
 * connection. Files and pages from memory are shared, so they cost nothing.
 */
export function trackRendered(res: ServerResponse): void {
  let bytes = 0;
  for (const response of rendered) {
    if (isGone(response)) rendered.delete(response);
    else bytes += response.writableLength;
  }
  for (const response of rendered) {
    if (bytes <= LIMIT) break;
    if (response.writableLength === 0) continue; // Not rendered yet, perhaps a quote on its way.
    bytes -= response.writableLength;
    rendered.delete(response);
    response.req.socket.destroy();
  }
  rendered.add(res);
}
