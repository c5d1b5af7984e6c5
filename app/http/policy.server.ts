import type { IncomingMessage, ServerResponse } from "node:http";
import { config } from "~/config/config.server";
import { sendCached } from "~/http/cache/cached-response.server";
import { cachedPage } from "~/http/cache/page-cache.server";
import { cachedFile } from "~/http/cache/static-files.server";
import { CLIENT_ADDRESS, checkProxies, clientAddress } from "~/http/client-address.server";
import { noteResponse } from "~/http/connections.server";
import { isCrossOriginPost } from "~/http/cross-origin-post.server";
import { sendError } from "~/http/error-response.server";
import { canonicalPath, hasOneHost, isReadablePath, normalizePath } from "~/http/request-line.server";
import { addSecurityHeaders } from "~/http/security-headers.server";
import { reserveUpload } from "~/http/upload-budget.server";
import { READ_LIMIT } from "~/site/limits";
import { isPage } from "~/site/pages";

type Response = ServerResponse<IncomingMessage>;
export type Listener = (req: IncomingMessage, res: Response) => void;

const ALLOWED = ["GET", "HEAD", "POST"];
/** The site's own URLs have 60 bytes at most and never hold what a visitor typed; the rest is for advertisers' parameters. */
const URL_LIMIT = 2_048;

/**
 * The policy for every request, read from top to bottom: what is rejected, what is sent from memory, what is redirected.
 * The rest goes to remix-serve's Express. It comes before documents, data, files and errors alike.
 *
 * @param express takes the rest
 */
export function applyPolicy(req: IncomingMessage, res: Response, express: Listener) {
  const { method = "", url = "", headers } = req;
  addSecurityHeaders(res);
  noteResponse(res);
  if (!hasOneHost(req)) return sendError(res, 400);
  if (url.length > URL_LIMIT) return sendError(res, 414);
  const [path = "", ...queries] = url.split("?");
  // No browser sends a fragment. Remix would cut it off, and reply with a blank 405 where no form is.
  if (!path.startsWith("/") || url.includes("#") || !isReadablePath(path)) return sendError(res, 400);
  // Remix still has this old kind of URL, and replies to a bad form with a blank page. The site does not use it.
  if (queries.length > 0 && new URLSearchParams(queries.join("?")).has("_data")) return sendError(res, 400);
  if (!ALLOWED.includes(method)) return sendError(res, 405, { Allow: ALLOWED.join(", ") });
  if (Number(headers["content-length"] ?? 0) > READ_LIMIT) return sendError(res, 413);
  if (method === "POST") {
    if (isCrossOriginPost(headers)) return sendError(res, 403);
    const plain = normalizePath(path);
    if (isPage(plain) && plain !== "/contact") return sendError(res, 405, { Allow: "GET, HEAD" });
    if (!reserveUpload(req, res)) return sendError(res, 503, { "Retry-After": "60" });
  } else {
    // Before the spelling is checked: cached URLs have only one.
    const cached = cachedPage(url) ?? cachedFile(path);
    if (cached) return sendCached(res, cached);
    const canonical = canonicalPath(url);
    if (canonical !== undefined) {
      res.writeHead(308, { Location: canonical, "Content-Length": 0 }).end();
      return;
    }
  }
  prepareForRemix(req);
  express(req, res);
}

/** Gives Remix what it cannot see, and hides what was already checked. */
function prepareForRemix(req: IncomingMessage): void {
  const { method, url, headers } = req;
  // All files are in memory: Express finds none at this name, and Remix reads `originalUrl` (decision 1).
  if (process.env.NODE_ENV !== "development") Object.assign(req, { originalUrl: url, url: "/.remix" });
  headers[CLIENT_ADDRESS] = clientAddress(req, config.trustedProxies);
  // Remix would build a URL from it, and end in a blank 500 where it cannot.
  delete headers["x-forwarded-host"];
  if (method !== "POST") return;
  // Only posts are counted by address; health checks bypass the proxy.
  checkProxies(req, config.trustedProxies);
  // Remix would compare it again, and reply to a mismatch with a blank 500.
  delete headers.origin;
}
