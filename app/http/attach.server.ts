import { subscribe } from "node:diagnostics_channel";
import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { config } from "~/config/config.server";
import { sendStored } from "~/http/cache/cached-response.server";
import { storedAnswer } from "~/http/cache/from-memory.server";
import { isFolder } from "~/http/cache/static-files.server";
import { canonicalPath, plainPath } from "~/http/canonical-path.server";
import { CLIENT_ADDRESS, clientAddress } from "~/http/client-address.server";
import { makeRoomFor, setConnectionLimits } from "~/http/connection-limits.server";
import { noteAnswer, noteConnection } from "~/http/connections.server";
import { isForeignPost } from "~/http/cross-origin-post.server";
import { refuse } from "~/http/error-response.server";
import { answerBrokenRequests } from "~/http/malformed-requests.server";
import { muteAccessLog } from "~/http/mute-access-log.server";
import { checkProxies } from "~/http/proxy-warning.server";
import { oneHost, readable } from "~/http/readable-request.server";
import { addHeaders } from "~/http/security-headers.server";
import { noteServer, stopInTime } from "~/http/shutdown.server";
import { RETRY_LATER, reserveUpload } from "~/http/upload-budget.server";
import { KEEP_LIMIT } from "~/site/limits";
import { isPage } from "~/site/pages";

/**
 * The front stands before remix-serve's Express for every answer: documents, data, files, redirects, errors. It is the
 * one place for policy, readable top to bottom. remix-serve has no place for middleware, so the front takes its seat on
 * Node's own channel when the server gets its first connection.
 */

const ALLOWED = ["GET", "HEAD", "POST"];
/** The site's own addresses have 60 bytes at most and never what a visitor typed; the rest is for advertisers' marks. */
const URL_LIMIT = 2_048;

function policy(req: IncomingMessage, res: ServerResponse<IncomingMessage>, next: () => void) {
  noteAnswer(res);
  addHeaders(res);
  const { method = "", url = "", headers } = req;
  if (!oneHost(req)) return refuse(req, res, 400);
  if (url.length > URL_LIMIT) return refuse(req, res, 414);
  const [path = "", ...queries] = url.split("?");
  if (!path.startsWith("/") || !readable(path)) return refuse(req, res, 400);
  // Remix still answers this old kind of address, to a bad form with a blank page; the site has no use for it.
  if (queries.length > 0 && new URLSearchParams(queries.join("?")).has("_data")) return refuse(req, res, 400);
  if (!ALLOWED.includes(method)) return refuse(req, res, 405, { Allow: ALLOWED.join(", ") });
  if (method === "POST") {
    if (isForeignPost(headers)) return refuse(req, res, 403);
    // No browser sends a fragment. Remix would cut it off, and answer a post to the page that is left with a blank 405.
    if (url.includes("#")) return refuse(req, res, 400);
    if (isPage(plainPath(path)) && plainPath(path) !== "/contact")
      return refuse(req, res, 405, { Allow: "GET, HEAD" });
  }
  if (Number(headers["content-length"] ?? 0) > KEEP_LIMIT) return refuse(req, res, 413);
  if (method === "POST") return reserveUpload(req, res) ? next() : refuse(req, res, 503, RETRY_LATER);
  // Before the spelling is judged: what is stored has but one.
  const stored = storedAnswer(url, path);
  if (stored) return sendStored(req, res, stored);
  const canonical = canonicalPath(url);
  if (canonical !== undefined) {
    res.writeHead(308, { Location: canonical, "Content-Length": 0 }).end();
    return;
  }
  next();
}

/** Tells Remix what it cannot see, and hides from it what is judged already. */
function prepareForRemix(req: IncomingMessage): void {
  const { method, url = "", headers } = req;
  const [path = ""] = url.split("?", 1);
  // Express would redirect a folder to its name with a slash, where nothing is.
  if (isFolder(path)) req.url = `${path}/${url.slice(path.length)}`;
  headers[CLIENT_ADDRESS] = clientAddress(req, config.trustedProxies);
  // Posts alone are counted; what asks for the site's health comes past the proxy.
  if (method === "POST") checkProxies(req, config.trustedProxies);
  // Remix would make an address of it, and end in a blank 500 where that cannot be one.
  delete headers["x-forwarded-host"];
  // Remix would compare it again, and answer a mismatch with a blank 500.
  if (method === "POST") delete headers.origin;
}

const seated = new WeakSet<Server>();

function seat(server: Server): void {
  if (seated.has(server)) return;
  seated.add(server);
  noteServer(server);
  setConnectionLimits(server);
  answerBrokenRequests(server);
  // Node would answer a request without a host itself, with a blank page.
  (server as Server & { requireHostHeader: boolean }).requireHostHeader = false;
  const inner = server.listeners("request") as ((req: IncomingMessage, res: ServerResponse) => void)[];
  const express = (req: IncomingMessage, res: ServerResponse) => {
    prepareForRemix(req);
    for (const listener of inner) listener.call(server, req, res);
  };
  server.removeAllListeners("request");
  server.on("request", (req: IncomingMessage, res: ServerResponse) =>
    policy(req, res, () => express(req, res)),
  );
  // A client that asks before it uploads is told no before it uploads.
  server.on("checkContinue", (req: IncomingMessage, res: ServerResponse) =>
    policy(req, res, () => {
      res.writeContinue();
      express(req, res);
    }),
  );
  server.on("checkExpectation", (req: IncomingMessage, res: ServerResponse) => {
    addHeaders(res);
    refuse(req, res, 417);
  });
}

/** Set in a process that has its front. Development loads this module anew after a change, but keeps the first front. */
const INSTALLED = Symbol.for("site.front");

/** Takes the place before Express, at the first connection, before anything on it is read. */
export function installFront(): void {
  const process = globalThis as { [INSTALLED]?: true };
  if (process[INSTALLED]) return;
  process[INSTALLED] = true;
  muteAccessLog();
  stopInTime();
  subscribe("net.server.socket", (message) => {
    const { socket } = message as { socket: Socket & { server?: unknown } };
    if (!(socket.server instanceof Server)) return;
    seat(socket.server);
    if (makeRoomFor(socket)) noteConnection(socket);
  });
}
