import { createHash } from "node:crypto";
import { type IncomingMessage, ServerResponse } from "node:http";
import Negotiator from "negotiator";
import { sendError } from "~/http/error-response.server";
import { securityHeadersFor } from "~/http/security-headers.server";
import { isStopping } from "~/http/shutdown.server";

/** The best first. */
const ENCODINGS = ["br", "gzip", "identity"] as const;
type Encoding = (typeof ENCODINGS)[number];

/** A page or a file, and what there is of it compressed. */
export type Bodies = { identity: Buffer } & Partial<Record<Encoding, Buffer>>;

type Headers = Record<string, string>;
/** A response in one encoding, with all of its headers. `etag` is absent where there is nothing to compare (404). */
type Variant = { body: Buffer; etag?: string; headers: Headers };

/** A response that was made once, is the same for everybody, and is sent from memory. */
export type CachedResponse = { status: number; encodings: Encoding[]; variants: Map<Encoding, Variant> };

/**
 * Makes a response ready to be sent from memory.
 *
 * @param path where it is found
 * @param headers its own, in lower case
 */
export function createCachedResponse(
  path: string,
  status: number,
  headers: Headers,
  bodies: Bodies,
): CachedResponse {
  const security = Object.entries(securityHeadersFor(path)).map(([name, value]) => [
    name.toLowerCase(),
    value,
  ]);
  const tag = createHash("sha256").update(bodies.identity).digest("base64url").slice(0, 22);
  const encodings = ENCODINGS.filter((encoding) => bodies[encoding]);
  const variant = (encoding: Encoding, body: Buffer): Variant => {
    const etag = status === 200 ? `"${tag}${encoding === "identity" ? "" : `-${encoding}`}"` : undefined;
    return {
      body,
      etag,
      headers: {
        ...Object.fromEntries(security),
        ...headers,
        ...(encodings.length > 1 && { vary: "Accept-Encoding" }),
        ...(encoding !== "identity" && { "content-encoding": encoding }),
        ...(etag && { etag, "accept-ranges": "bytes" }),
        "content-length": String(body.length),
      },
    };
  };
  return {
    status,
    encodings,
    variants: new Map(encodings.map((encoding) => [encoding, variant(encoding, bodies[encoding] as Buffer)])),
  };
}

/** The best variant that a client accepts, by its `Accept-Encoding`. */
export function chooseVariant({ encodings, variants }: CachedResponse, acceptEncoding = ""): Variant {
  const headers = { "accept-encoding": acceptEncoding };
  const accepted = encodings.length > 1 ? new Negotiator({ headers }).encodings(encodings) : [];
  return variants.get(encodings.find((encoding) => accepted.includes(encoding)) ?? "identity") as Variant;
}

/** Sends it to GET or HEAD: whole, unchanged (304), in part (206), or not as requested (412, 416). */
export function sendCached(req: IncomingMessage, res: ServerResponse, cached: CachedResponse) {
  const { "accept-encoding": accepted, "if-match": ifMatch, "if-none-match": ifNoneMatch } = req.headers;
  const { body, etag, headers } = chooseVariant(cached, accepted);
  if (etag && ifMatch !== undefined && !includesTag(ifMatch, etag)) return sendError(req, res, 412);
  // Weak comparison: a proxy's own compression marks tags as weak.
  if (etag && ifNoneMatch !== undefined && includesTag(ifNoneMatch.replaceAll("W/", ""), etag)) {
    const {
      "content-type": _,
      "content-encoding": _e,
      "content-length": _l,
      "accept-ranges": _r,
      ...unchanged
    } = headers;
    return send(res, 304, unchanged);
  }
  const range = etag && requestedRange(req, etag, body.length);
  if (!range) return send(res, cached.status, headers, body);
  const { first, last } = range;
  if (first > last) return sendError(req, res, 416, { "Content-Range": `bytes */${body.length}` });
  const part = body.subarray(first, last + 1);
  const contentRange = `bytes ${first}-${last}/${body.length}`;
  send(res, 206, { ...headers, "content-range": contentRange, "content-length": String(part.length) }, part);
}

const includesTag = (list: string, etag: string) =>
  list.split(",").some((tag) => tag.trim() === "*" || tag.trim() === etag);

/**
 * The range that a request names (RFC 9110, 14.2), `first` beyond `last` where the body has none such.
 *
 * @returns undefined where the whole is sent: no range of bytes, one for another version, or several at once
 */
function requestedRange({ method, headers }: IncomingMessage, etag: string, length: number) {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? "") ?? [];
  if (method !== "GET" || (headers["if-range"] ?? etag) !== etag || from + to === "") return undefined;
  if (from === "") return { first: Math.max(0, length - Number(to)), last: length - 1 };
  if (to !== "" && Number(to) < Number(from)) return undefined;
  return { first: Number(from), last: to === "" ? length - 1 : Math.min(Number(to), length - 1) };
}

/** By Node's own `writeHead`: the security headers are in place already. */
function send(res: ServerResponse, status: number, headers: Headers, body?: Buffer): void {
  ServerResponse.prototype.writeHead.call(
    res,
    status,
    isStopping() ? { ...headers, connection: "close" } : headers,
  );
  res.end(body); // Node leaves the body out where the method is HEAD.
}
