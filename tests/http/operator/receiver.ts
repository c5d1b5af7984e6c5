import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Received = {
  method?: string;
  path?: string;
  headers: IncomingMessage["headers"];
  body: string;
};

/** What the site calls for NOTIFY_URL and HEARTBEAT_URL: keeps what it is sent, and answers as it is told. */
export async function startReceiver() {
  const received: Received[] = [];
  let behavior: "accept" | "refuse" | "hang" = "accept";
  const server = createServer(async (request, response) => {
    const { method, url: path, headers } = request;
    received.push({ method, path, headers, body: await text(request) });
    if (behavior !== "hang") response.writeHead(behavior === "accept" ? 200 : 503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    received,
    url: (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    /** The messages that were sent as JSON. */
    messages: () => received.map(({ body }) => JSON.parse(body)),
    behave: (next: typeof behavior) => {
      behavior = next;
    },
    reset: () => {
      received.length = 0;
      behavior = "accept";
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
