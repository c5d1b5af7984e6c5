import { createHash } from "node:crypto";
import { type IncomingMessage, ServerResponse } from "node:http";
import Negotiator from "negotiator";
import { securityHeadersFor } from "~/http/security-headers.server";

/** In order of preference. */
const ENCODINGS = ["br", "gzip", "identity"] as const;
/** Browsers send about 30 characters. Parsing 15 KB would take longer than sending the page. */
const MAX_ACCEPT_LENGTH = 256;
type Encoding = (typeof ENCODINGS)[number];

type Bodies = { identity: Buffer } & Partial<Record<Encoding, Buffer>>;

type Headers = Record<string, string>;
/** A response in one encoding, with all headers. `unchanged`: the headers of a 304. Without `etag`: no 304 or ranges. */
type Variant = { body: Buffer; etag: string | undefined; headers: Headers; unchanged: Headers };

/** A response that is the same for all visitors, kept in memory. */
export type CachedResponse = { status: number; variants: Map<Encoding, Variant> };

/**
 * Prepares a response for `sendCached`, with its security headers.
 *
 * @param headers names in lower case, `content-type` among them
 * @param bodies the plain body, and compressed ones if any
 */
export function createCachedResponse(path: string, status: number, headers: Headers, bodies: Bodies) {
  const variants = new Map<Encoding, Variant>();
  const tag = createHash("sha256").update(bodies.identity).digest("base64url").slice(0, 22);
  const { "content-type": type = "", ...own } = headers;
  const isCompressed = bodies.br !== undefined || bodies.gzip !== undefined;
  for (const encoding of ENCODINGS) {
    const body = bodies[encoding];
    if (!body) continue;
    const etag = status === 200 ? `"${tag}-${encoding}"` : undefined;
    const unchanged = {
      ...securityHeadersFor(path),
      ...own,
      ...(isCompressed && { vary: "Accept-Encoding" }),
      ...(etag && { etag }),
    };
    const whole = {
      ...unchanged,
      "content-type": type,
      "content-length": String(body.length),
      ...(etag && { "accept-ranges": "bytes" }),
      ...(encoding !== "identity" && { "content-encoding": encoding }),
    };
    variants.set(encoding, { body, etag, headers: whole, unchanged });
  }
  return { status, variants };
}

/** The first of ENCODINGS that the client accepts and the response has. */
function chooseVariant({ variants }: CachedResponse, acceptEncoding = ""): Variant {
  const encodings = [...variants.keys()];
  const accepted = encodings.length > 1 ? acceptedOf(encodings, acceptEncoding) : [];
  return variants.get(encodings.find((encoding) => accepted.includes(encoding)) ?? "identity") as Variant;
}

function acceptedOf(encodings: Encoding[], acceptEncoding: string): string[] {
  if (acceptEncoding.length > MAX_ACCEPT_LENGTH) return [];
  return new Negotiator({ headers: { "accept-encoding": acceptEncoding } }).encodings(encodings);
}

export const acceptsGzip = (acceptEncoding: string | null) =>
  acceptedOf(["gzip"], acceptEncoding ?? "").length > 0;

/** Responds to a GET or HEAD: the whole body, 304 or 206. */
export function sendCached(res: ServerResponse, cached: CachedResponse) {
  const { "accept-encoding": accepted, "if-none-match": known } = res.req.headers;
  const { body, etag, headers, unchanged } = chooseVariant(cached, accepted);
  if (!etag) return send(res, cached.status, headers, body);
  // Weak comparison: a proxy that compresses marks tags as weak.
  const tags = known?.split(",").map((tag) => tag.trim().replace("W/", "")) ?? [];
  if (tags.includes(etag) || tags.includes("*")) return send(res, 304, unchanged);
  const range = requestedRange(res.req, etag, body.length);
  if (!range) return send(res, 200, headers, body);
  const part = body.subarray(range.first, range.last + 1);
  const contentRange = `bytes ${range.first}-${range.last}/${body.length}`;
  send(res, 206, { ...headers, "content-range": contentRange, "content-length": String(part.length) }, part);
}

/**
 * The requested byte range (RFC 9110, 14.2). Safari needs ranges to play a video.
 *
 * @returns undefined to send the whole body: no range, several, one outside the body, or `If-Range` names another version
 */
function requestedRange({ method, headers }: IncomingMessage, etag: string, length: number) {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? "") ?? [];
  if (method !== "GET" || (headers["if-range"] ?? etag) !== etag || from + to === "") return undefined;
  const first = from === "" ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === "" || to === "" ? length - 1 : Math.min(Number(to), length - 1);
  return first <= last ? { first, last } : undefined;
}

/** Calls Node's own `writeHead`, past on-headers, because `headers` has the security headers already. */
function send(res: ServerResponse, status: number, headers: Headers, body?: Buffer): void {
  ServerResponse.prototype.writeHead.call(res, status, headers);
  res.end(body); // Node omits the body of a response to HEAD.
}
