import { subscribe } from "node:diagnostics_channel";
import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { answerBrokenRequests, noteAnswer } from "~/server/broken-requests.server";
import { canonicalPath, plainPath } from "~/server/canonical-path.server";
import { CLIENT_ADDRESS, clientAddress } from "~/server/client-address.server";
import { config } from "~/server/config.server";
import { setConnectionLimits } from "~/server/connection-limits.server";
import { isForeignPost } from "~/server/foreign-post.server";
import { storedAnswer } from "~/server/from-memory.server";
import { muteAccessLog } from "~/server/mute-access-log.server";
import { refuse } from "~/server/refuse.server";
import { addHeaders } from "~/server/security-headers.server";
import { noteConnection, stopInTime } from "~/server/shutdown.server";
import { sendStored } from "~/server/stored-answer.server";
import { KEEP_LIMIT } from "~/site/limits";
import { isPage } from "~/site/pages";

/**
 * The front stands before remix-serve's Express for every answer: documents, data, files, redirects, errors. It is the
 * one place for policy, readable top to bottom. remix-serve has no place for middleware, so the front takes its seat on
 * Node's own channel when the server gets its first connection.
 */

const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const ALLOWED = ["GET", "HEAD", "POST"];
/** The site's own addresses have 60 bytes at most and never what a visitor typed; the rest is for advertisers' marks. */
const URL_LIMIT = 2_048;

function policy(req: IncomingMessage, res: ServerResponse<IncomingMessage>, next: () => void) {
  noteAnswer(res);
  addHeaders(res);
  const { method = "", url = "", headers } = req;
  if (!oneHost(req)) return refuse(req, res, 400);
  if (url.length > URL_LIMIT) return refuse(req, res, 414);
  const [path = "", query = ""] = url.split("?", 2);
  if (!path.startsWith("/") || !readable(path)) return refuse(req, res, 400);
  // Remix still answers this old kind of address, to a bad form with a blank page; the site has no use for it.
  if (query && new URLSearchParams(query).has("_data")) return refuse(req, res, 400);
  if (!ALLOWED.includes(method)) return refuse(req, res, 405, { Allow: ALLOWED.join(", ") });
  if (method === "POST") {
    if (isForeignPost(headers)) return refuse(req, res, 403);
    // No browser sends a fragment. Remix would cut it off, and answer a post to the page that is left with a blank 405.
    if (url.includes("#")) return refuse(req, res, 400);
    if (isPage(plainPath(path)) && plainPath(path) !== "/contact")
      return refuse(req, res, 405, { Allow: "GET, HEAD" });
  }
  if (Number(headers["content-length"] ?? 0) > KEEP_LIMIT) return refuse(req, res, 413);
  if (method === "POST") return next();
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
  const { method, headers } = req;
  headers[CLIENT_ADDRESS] = clientAddress(req, config.trustedProxies);
  // Remix would make an address of it, and end in a blank 500 where that cannot be one.
  delete headers["x-forwarded-host"];
  // Remix would compare it again, and answer a mismatch with a blank 500.
  if (method === "POST") delete headers.origin;
}

/** The host that was last found to be one: nearly all requests name the same. */
let knownHost: string | undefined;

/** Whether the request names one host, and that as a host can be named. Of two, each reader might take another. */
function oneHost({ headers: { host }, rawHeaders }: IncomingMessage): boolean {
  if (!host || (host !== knownHost && !(HOST.test(host) && URL.canParse(`http://${host}`)))) return false;
  knownHost = host;
  let named = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") named++;
  }
  return named === 1;
}

/** Whether a path decodes, and to no control or line sign: no route matches one, and the page would lack its parts. */
function readable(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

const seated = new WeakSet<Server>();

function seat(server: Server): void {
  if (seated.has(server)) return;
  seated.add(server);
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
    noteConnection(socket.server, socket);
    seat(socket.server);
  });
}
