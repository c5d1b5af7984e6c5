import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { canonicalPath, plainPath } from "~/server/canonical-path.server";
import { isForeignPost } from "~/server/foreign-post.server";
import { refuse } from "~/server/refuse.server";
import { KEEP_LIMIT } from "~/site/limits";
import { isPage } from "~/site/pages";

/**
 * The front stands before remix-serve's Express for every answer: documents, data, files, redirects, errors. It is the
 * one place for policy, readable top to bottom. remix-serve has no place for middleware, so the front takes its seat on
 * Node's own channel when the server gets its first connection.
 */

const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const ALLOWED = ["GET", "HEAD", "POST"];

/** On every answer that does not say otherwise. */
const HEADERS: readonly [name: string, value: string][] = [
  ["X-Content-Type-Options", "nosniff"],
  // Not no-referrer: with it browsers send `Origin: null` on a form's post, which Remix answers with a blank 500.
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
];

function policy(req: IncomingMessage, res: ServerResponse, next: () => void) {
  addHeaders(req, res);
  const { method = "", url = "", headers } = req;
  if (!headers.host || !HOST.test(headers.host) || !URL.canParse(`http://${headers.host}`))
    return refuse(req, res, 400);
  // Remix would make an address of it, and end in a blank 500 where that cannot be one.
  delete headers["x-forwarded-host"];
  const [path = ""] = url.split("?", 1);
  if (!path.startsWith("/") || !decodable(path)) return refuse(req, res, 400);
  if (!ALLOWED.includes(method)) return refuse(req, res, 405, { Allow: ALLOWED.join(", ") });

  if (method === "POST") {
    if (isForeignPost(headers)) return refuse(req, res, 403);
    if (isPage(plainPath(path)) && plainPath(path) !== "/contact")
      return refuse(req, res, 405, { Allow: "GET, HEAD" });
    if (Number(headers["content-length"] ?? 0) > KEEP_LIMIT) return refuse(req, res, 413);
    // Judged. Remix would compare it again, and answer a mismatch with a blank 500.
    delete headers.origin;
    return next();
  }
  const canonical = canonicalPath(url);
  if (canonical !== undefined) {
    res.writeHead(308, { Location: canonical, "Content-Length": 0 }).end();
    return;
  }
  next();
}

/** Late, when the answer begins: remix-serve adds its headers to those that are there, and would send some twice. */
function addHeaders(req: IncomingMessage, res: ServerResponse): void {
  const writeHead = res.writeHead as (...answer: unknown[]) => ServerResponse;
  res.writeHead = (...answer: unknown[]) => {
    for (const [name, value] of HEADERS) if (!res.hasHeader(name)) res.setHeader(name, value);
    // An answer to a post may hold what the visitor typed.
    if (req.method === "POST") res.setHeader("Cache-Control", "no-store");
    return writeHead.apply(res, answer);
  };
}

function decodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Set on a server that has its front. Development loads this module anew after a change, but keeps the first front. */
const SEATED = Symbol.for("site.front");

function seat(server: Server & { [SEATED]?: true }): void {
  if (server[SEATED]) return;
  server[SEATED] = true;
  const inner = server.listeners("request") as ((req: IncomingMessage, res: ServerResponse) => void)[];
  server.removeAllListeners("request");
  server.on("request", (req: IncomingMessage, res: ServerResponse) =>
    policy(req, res, () => {
      for (const listener of inner) listener.call(server, req, res);
    }),
  );
}

/** Takes the place before Express, on the first request the server gets. */
export function installFront(): void {
  subscribe("http.server.request.start", (message) => seat((message as { server: Server }).server));
}
