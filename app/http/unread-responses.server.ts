import type { ServerResponse } from "node:http";

/** Bytes of rendered responses that clients have not read yet. */
const LIMIT = 32 * 1024 * 1024;
/** Oldest first. */
const rendered = new Set<ServerResponse>();

/** Whether the client has disconnected. A response queued behind another gets no `close` event, so check the socket, too. */
export const isGone = (res: ServerResponse) => res.closed || res.req.socket.destroyed;

/**
 * Tracks the memory of a response that is rendered for one visitor: over the limit, closes the oldest ones' connections. Cached
 * files and pages are shared, so they are not tracked.
 */
export function trackRendered(res: ServerResponse): void {
  let bytes = 0;
  for (const response of rendered) {
    if (isGone(response)) rendered.delete(response);
    else bytes += response.writableLength;
  }
  for (const response of rendered) {
    if (bytes <= LIMIT) break;
    if (response.writableLength === 0) continue; // Not rendered yet: perhaps a quote that is being delivered.
    bytes -= response.writableLength;
    rendered.delete(response);
    response.req.socket.destroy();
  }
  rendered.add(res);
}
