import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, Server } from "node:http";
import { createRequire } from "node:module";
import { type AddressInfo, connect, type Socket } from "node:net";
import { admitConnection, limitConnections } from "~/http/connections.server";
import { sendError } from "~/http/error-response.server";
import { rejectMalformedRequests } from "~/http/malformed-requests.server";
import { applyPolicy, type Listener } from "~/http/policy.server";
import { addSecurityHeaders } from "~/http/security-headers.server";
import { boundShutdown, noteServer } from "~/http/shutdown.server";
import { takeSystemdSocket } from "~/http/systemd-socket.server";

/**
 * The hook into remix-serve. It has no place for middleware and keeps its server to itself, so the policy attaches to
 * the server on its first connection, before the first byte is read, by Node's channel `net.server.socket`. Read against
 * @remix-run/serve 2.17.5 and Node 20 to 24. Three things in it are undocumented: `socket.server`, setting
 * `requireHostHeader` on a running server, and that remix-serve asks morgan for the format "tiny", and Express for an
 * application, after it has loaded the build.
 */

const attached = new WeakSet<Server>();

function attach(server: Server): void {
  if (attached.has(server)) return;
  attached.add(server);
  limitConnections(server);
  noteServer(server);
  rejectMalformedRequests(server);
  // Node would reply to a request without a host itself, with a blank page.
  (server as Server & { requireHostHeader: boolean }).requireHostHeader = false;
  const listeners = server.listeners("request") as Listener[];
  const express: Listener = (req, res) => {
    for (const listener of listeners) listener.call(server, req, res);
  };
  server.removeAllListeners("request");
  server.on("request", (req, res) => applyPolicy(req, res, express));
  // A client that asks before it uploads is rejected before it uploads.
  server.on("checkContinue", (req, res) =>
    applyPolicy(req, res, () => {
      res.writeContinue();
      express(req, res);
    }),
  );
  server.on("checkExpectation", (req, res) => {
    addSecurityHeaders(res, req.url ?? "", req.method ?? "");
    sendError(req, res, 417);
  });
}

/** Set in a process with a policy. Development reloads this module after a change, but keeps the first policy. */
const ATTACHED = Symbol.for("site.policy");

/** Attaches the policy to remix-serve's server. Without it the process ends: no page is served without its policy. */
export async function attachPolicy(): Promise<void> {
  const process = globalThis as { [ATTACHED]?: true };
  if (process[ATTACHED]) return;
  process[ATTACHED] = true;
  muteAccessLog();
  takeSystemdSocket(serve()("express"));
  boundShutdown();
  subscribe("net.server.socket", (message) => {
    const { socket } = message as { socket: Socket & { server?: unknown } };
    if (!(socket.server instanceof Server)) return;
    attach(socket.server);
    admitConnection(socket);
  });
  await checkAttached();
}

/** Connects to a server of its own. What does not attach to this one would not attach to remix-serve's. */
async function checkAttached(): Promise<void> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  await once(server, "connection");
  client.destroy();
  server.close();
  if (attached.has(server)) return;
  process.stderr.write(
    `The site did not start: its policy cannot attach to a server of Node ${process.version}. Use the Node version of the Dockerfile.\n`,
  );
  process.exit(1);
}

/** Loads what remix-serve itself loads. */
const serve = () => createRequire(createRequire(import.meta.url).resolve("@remix-run/serve/package.json"));

/**
 * Mutes remix-serve's access lines in production: they would be among the log's JSON, and hold URLs as clients sent
 * them. morgan lets a format be defined again, and writes no line where it returns none.
 */
function muteAccessLog(): void {
  if (process.env.NODE_ENV !== "production") return;
  serve()("morgan").format("tiny", () => undefined);
}
