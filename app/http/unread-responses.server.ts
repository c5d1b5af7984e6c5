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
