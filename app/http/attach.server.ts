import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, type RequestListener, Server } from "node:http";
import { createRequire } from "node:module";
import { type AddressInfo, connect, type Socket } from "node:net";
import { admitConnection, limitTimes } from "~/http/connections.server";
import { judgeConnection, judgeRequest } from "~/http/contain-fault.server";
import { sendError } from "~/http/error-response.server";
import { rejectMalformedRequests } from "~/http/malformed-requests.server";
import { applyPolicy, type Listener } from "~/http/policy.server";
import { addSecurityHeaders } from "~/http/security-headers.server";
import { boundShutdown, servers } from "~/http/shutdown.server";

/**
 * The hook into remix-serve. It has no place for middleware and keeps its server to itself, so the policy attaches to
 * the server on its first connection, before the first byte is read, by Node's channel `net.server.socket`. Checked with
 * @remix-run/serve 2.17.5 and Node 20 to 24; decision 1 lists what it relies on that nobody documents.
 */

function attach(server: Server): void {
  if (servers.has(server)) return;
  servers.add(server);
  limitTimes(server);
  rejectMalformedRequests(server);
  // Otherwise Node itself replies to a request without a host, with a blank page.
  (server as Server & { requireHostHeader: boolean }).requireHostHeader = false;
  const [express = () => {}] = server.listeners("request") as Listener[];
  server.removeAllListeners("request");
  const on = (event: "request" | "checkContinue" | "checkExpectation", judge: Listener) =>
    server.on(event, (req, res) => judgeRequest(req, res, () => judge(req, res)));
  on("request", (req, res) => applyPolicy(req, res, express));
  // A client that asks first is rejected before it uploads.
  on("checkContinue", (req, res) =>
    applyPolicy(req, res, () => {
      res.writeContinue();
      express(req, res);
    }),
  );
  on("checkExpectation", (_req, res) => {
    addSecurityHeaders(res);
    sendError(res, 417);
  });
}

/** Set in a process with a policy. Development reloads this module after a change, but keeps the first policy. */
const ATTACHED = Symbol.for("site.policy");

/** Attaches the policy to remix-serve's server. Without it the process ends: no page is served without its policy. */
export async function attachPolicy(): Promise<void> {
  const global = globalThis as { [ATTACHED]?: true };
  if (global[ATTACHED]) return;
  global[ATTACHED] = true;
  const requireFromServe = createRequire(
    createRequire(import.meta.url).resolve("@remix-run/serve/package.json"),
  );
  // Its access lines are not JSON, and hold URLs as clients sent them. morgan skips a line without a text.
  if (process.env.NODE_ENV === "production") requireFromServe("morgan").format("tiny", () => undefined);
  takeSystemdSocket(requireFromServe("express"));
  boundShutdown();
  subscribe("net.server.socket", (message) => {
    const { socket } = message as { socket: Socket & { server?: unknown } };
    if (!(socket.server instanceof Server)) return;
    attach(socket.server);
    judgeConnection(socket, () => admitConnection(socket));
  });
  await checkAttached();
}

/** The first socket that systemd passes; see sd_listen_fds(3). */
const FIRST_SOCKET = 3;

type Express = { application: { listen: (this: RequestListener, ...args: never[]) => Server } };

/**
 * If systemd holds the listening socket (deploy/excavation-website.socket), visitors wait during a restart instead of
 * being refused. remix-serve accepts only a port, so we replace its Express's `listen` with one that takes the socket.
 */
function takeSystemdSocket({ application }: Express): void {
  const { LISTEN_PID, LISTEN_FDS } = process.env;
  if (LISTEN_PID !== String(process.pid) || LISTEN_FDS !== "1") return;
  application.listen = function (...args) {
    return createServer(this).listen({ fd: FIRST_SOCKET }, args.at(-1));
  };
}

/** Tries the hook on a throwaway server: if it fails there, it fails on remix-serve's. */
async function checkAttached(): Promise<void> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  await once(server, "connection");
  client.destroy();
  server.close();
  if (servers.has(server)) return;
  process.stderr.write(
    `The site did not start: its policy cannot attach to a server of Node ${process.version}. Use the Node version of the Dockerfile.\n`,
  );
  process.exit(1);
}
