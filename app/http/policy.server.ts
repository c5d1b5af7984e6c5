import { IncomingMessage, type ServerResponse } from "node:http";
import { config } from "~/config/config.server";
import { sendCached } from "~/http/cache/cached-response.server";
import { cachedNotFound, cachedPage } from "~/http/cache/page-cache.server";
import { claimedReceiptToken } from "~/http/cache/shared-document";
import { cachedFile } from "~/http/cache/static-files.server";
import { CLIENT_ADDRESS, checkProxies, clientAddress } from "~/http/client-address.server";
import { trackResponse } from "~/http/connections.server";
import { isCrossOriginPost } from "~/http/cross-origin-post.server";
import { type ErrorStatus, type More, sendError } from "~/http/error-response.server";
import { READ_LIMIT, readBody, SHORT_BODY } from "~/http/read-body.server";
import { canonicalPath, hasOneHost, isReadablePath, routeOf } from "~/http/request-line.server";
import { addSecurityHeaders } from "~/http/security-headers.server";
import { takeTurn } from "~/http/turns.server";
import { isGone } from "~/http/unread-responses.server";
import { hasForm } from "~/urls/quote-urls";

type Response = ServerResponse<IncomingMessage>;
export type Listener = (req: IncomingMessage, res: Response) => void;

/** What the policy needs from `quote/`, which it cannot import. */
export type FormHooks = {
  /** See `quote/intake/clean-form`. */
  cleanForm: (
    body: Buffer,
    contentType: string,
  ) => Promise<{ form: string; isValid: boolean } | { status: ErrorStatus; more?: More }>;
  /** Whether the site made this token for a request that it accepted within the last hour. */
  isGenuine: (receiptToken: string) => Promise<boolean>;
};

type Visit = { req: IncomingMessage; res: Response; path: string; express: Listener; hooks: FormHooks };

const ALLOWED = ["GET", "HEAD", "POST"];
/** The site's own URLs have at most 60 bytes and no visitor input; the rest is for advertisers' parameters. */
const URL_LIMIT = 2_048;
/**
 * Control characters: Node 20.19's parser lets some through, at which its `writeHead` throws. And a fragment: browsers send
 * none, and Remix would drop it and respond with a blank 405 at a URL without a form.
 */
const NOT_IN_URL = /[^!"$-~\u0080-\uffff]/;
/** Browsers send about 20. Node itself limits only their bytes, and silently drops lines over `maxHeadersCount`. */
export const HEADER_LINES = 100;
const RETRY = { "Retry-After": "60" };

/**
 * Handles every request: rejects it, serves it from memory, redirects it, or passes it on to remix-serve's Express. The order of
 * the checks matters. Documented in docs/decisions/013-the-http-policy.md.
 */
export async function applyPolicy(req: IncomingMessage, res: Response, express: Listener, hooks: FormHooks) {
  const { method = "", url = "", headers } = req;
  addSecurityHeaders(res);
  if (!trackResponse(res)) return;
  if (req.rawHeaders.length > 2 * HEADER_LINES) return sendError(res, 431);
  if (!hasOneHost(req)) return sendError(res, 400);
  if (url.length > URL_LIMIT) return sendError(res, 414);
  const [path = "", ...queries] = url.split("?");
  if (!path.startsWith("/") || NOT_IN_URL.test(url) || !isReadablePath(path)) return sendError(res, 400);
  // Remix's data URLs before single fetch, which the site does not use: a malformed form there gets a blank page.
  if (queries.length > 0 && new URLSearchParams(queries.join("?")).has("_data")) return sendError(res, 400);
  if (!ALLOWED.includes(method)) return sendError(res, 405, { Allow: ALLOWED.join(", ") });
  if (Number(headers["content-length"] ?? 0) > READ_LIMIT) return sendError(res, 413);
  const visit = { req, res, path, express, hooks };
  return method === "POST" ? takeForm(visit) : showPage(visit);
}

async function showPage({ req, res, path, express, hooks }: Visit) {
  const { url = "", headers } = req;
  const receiptToken = claimedReceiptToken(url);
  const isReceipt = receiptToken !== undefined && (await hooks.isGenuine(receiptToken));
  // Before the redirect to the canonical URL: the caches know only canonical URLs.
  const cached = isReceipt ? undefined : (cachedPage(url) ?? cachedFile(path));
  if (cached) return sendCached(res, cached);
  const canonical = canonicalPath(url);
  if (canonical !== undefined)
    return void res.writeHead(308, { Location: canonical, "Content-Length": 0 }).end();
  const { normalized, exists, isProbe, isData } = routeOf(path);
  // For the container's health check: the process is alive.
  if (normalized === "/healthz")
    return void res.writeHead(200, { "Content-Type": "text/plain", "Cache-Control": "no-store" }).end("ok\n");
  const notFound = exists ? undefined : cachedNotFound();
  if (notFound) return sendCached(res, notFound);
  const lane = isReceipt || isProbe ? "receipt" : "page";
  if (!(await takeTurn(lane, clientOf(req), res)))
    return isReceipt ? sendError(res, 200) : sendError(res, 503, RETRY);
  // Data is short, and Express would compress it only as fast as the client reads.
  if (isData) delete headers["accept-encoding"];
  express(prepareForRemix(req, url), res);
}

async function takeForm({ req, res, path, express, hooks }: Visit) {
  const { url = "", headers } = req;
  if (isCrossOriginPost(headers)) return sendError(res, 403);
  const { normalized, exists } = routeOf(path);
  if (!hasForm(normalized)) return exists ? sendError(res, 405, { Allow: "GET, HEAD" }) : sendError(res, 404);
  const body = await readBody(req);
  if (isGone(res)) return;
  if (typeof body === "number") return sendError(res, body, body === 503 ? RETRY : {});
  const client = clientOf(req);
  const type = headers["content-type"] ?? "";
  // Browsers rarely send such forms here. Parsing them costs CPU time, so they wait for a turn before that.
  const isSlow = body.length > SHORT_BODY || /^multipart/i.test(type);
  if (isSlow && !(await takeTurn("page", client, res))) return sendError(res, 503, RETRY);
  const posted = await hooks.cleanForm(body, type);
  if ("status" in posted) return sendError(res, posted.status, {}, posted.more);
  const lane = posted.isValid ? "quote" : "page";
  if (!isSlow && !(await takeTurn(lane, client, res))) return sendError(res, 503, RETRY);
  checkProxies(req, config.trustedProxies);
  express(prepareForRemix(withForm(req, posted.form), canonicalPath(url) ?? url), res);
}

const clientOf = (req: IncomingMessage) => clientAddress(req, config.trustedProxies);

/** A copy of the request with the clean form as its body. */
function withForm(req: IncomingMessage, form: string): IncomingMessage {
  const { method, headers } = req;
  const clean = Object.assign(new IncomingMessage(req.socket), { method, headers, complete: true });
  // `origin` was checked. Remix would check it again, and respond to a mismatch with a blank 500.
  for (const name of ["origin", "transfer-encoding", "content-length"]) delete headers[name];
  headers["content-type"] = "application/x-www-form-urlencoded";
  clean.push(form);
  clean.push(null);
  return clean;
}

/** Sets the client's address, and removes what Remix would handle differently. */
function prepareForRemix(req: IncomingMessage, url: string): IncomingMessage {
  // So that Express looks for no file: all are in memory. Remix reads `originalUrl` (docs/decisions/001).
  const isBuilt = process.env.NODE_ENV !== "development";
  Object.assign(req, isBuilt ? { originalUrl: url, url: "/.remix" } : { url });
  req.headers[CLIENT_ADDRESS] = clientOf(req);
  // Remix would build a URL from this header, and respond with a blank 500 if it cannot.
  delete req.headers["x-forwarded-host"];
  return req;
}
