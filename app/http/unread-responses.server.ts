import type { ServerResponse } from "node:http";

/** How many bytes rendered responses may hold until their readers take them. */
const LIMIT = 32 * 1024 * 1024;
/** The oldest first. */
const rendered = new Set<ServerResponse>();

/** A response that waits behind another one on its connection does not notice the end of it. */
export const isGone = (res: ServerResponse) => res.closed || res.req.socket.destroyed;

/**
 * Remembers a response that is rendered for one visitor. If too many bytes of such responses are not read, the oldest of
 * them lose their connection. Files and pages from memory are shared and cost nothing.
 */
export function noteRendered(res: ServerResponse): void {
  let bytes = 0;
  for (const other of rendered) {
    if (isGone(other)) rendered.delete(other);
    else bytes += other.writableLength;
  }
  for (const other of rendered) {
    if (bytes <= LIMIT) break;
    if (other.writableLength === 0) continue; // Not rendered yet, perhaps a quote on its way.
    bytes -= other.writableLength;
    rendered.delete(other);
    other.req.socket.destroy();
  }
  rendered.add(res);
}
