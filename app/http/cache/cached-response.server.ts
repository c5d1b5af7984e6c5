import { createHash } from "node:crypto";
import { type IncomingMessage, ServerResponse } from "node:http";
import Negotiator from "negotiator";
import { securityHeadersFor } from "~/http/security-headers.server";

/** The best first. */
const ENCODINGS = ["br", "gzip", "identity"] as const;
/** Browsers send about 30 characters; 15 KB would take the processor for 6 ms. */
const LONGEST_ACCEPT = 256;
type Encoding = (typeof ENCODINGS)[number];

type Bodies = { identity: Buffer } & Partial<Record<Encoding, Buffer>>;

type Headers = Record<string, string>;
/** A response in one encoding. Its headers are complete; `unchanged` are those of a 304. No `etag`: always sent whole. */
type Variant = { body: Buffer; etag: string | undefined; headers: Headers; unchanged: Headers };

/** A response that was made once, is the same for everybody, and is sent from memory. */
export type CachedResponse = { status: number; variants: Map<Encoding, Variant> };

/**
 * Makes a response ready to be sent from memory, the security headers among its own.
 *
 * @param path where it is found
 * @param headers its own, in lower case
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

export function chooseVariant({ variants }: CachedResponse, acceptEncoding = ""): Variant {
  const encodings = [...variants.keys()];
  const accepted = encodings.length > 1 ? acceptedOf(encodings, acceptEncoding) : [];
  return variants.get(encodings.find((encoding) => accepted.includes(encoding)) ?? "identity") as Variant;
}

function acceptedOf(encodings: Encoding[], acceptEncoding: string): string[] {
  if (acceptEncoding.length > LONGEST_ACCEPT) return [];
  return new Negotiator({ headers: { "accept-encoding": acceptEncoding } }).encodings(encodings);
}

export const acceptsGzip = (acceptEncoding: string | null) =>
  acceptedOf(["gzip"], acceptEncoding ?? "").length > 0;

/** Sends it to GET or HEAD: whole, unchanged (304) or in part (206). */
export function sendCached(res: ServerResponse, cached: CachedResponse) {
  const { "accept-encoding": accepted, "if-none-match": known } = res.req.headers;
  const { body, etag, headers, unchanged } = chooseVariant(cached, accepted);
  if (!etag) return send(res, cached.status, headers, body);
  // Weak comparison: a proxy's own compression marks tags as weak.
  const tags = known?.split(",").map((tag) => tag.trim().replace("W/", "")) ?? [];
  if (tags.includes(etag) || tags.includes("*")) return send(res, 304, unchanged);
  const range = requestedRange(res.req, etag, body.length);
  if (!range) return send(res, 200, headers, body);
  const part = body.subarray(range.first, range.last + 1);
  const contentRange = `bytes ${range.first}-${range.last}/${body.length}`;
  send(res, 206, { ...headers, "content-range": contentRange, "content-length": String(part.length) }, part);
}

/**
 * The range that a request names (RFC 9110, 14.2). Safari plays no video without.
 *
 * @returns undefined if the whole body is sent: no byte range, one for another version, several, or one that is not there
 */
function requestedRange({ method, headers }: IncomingMessage, etag: string, length: number) {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? "") ?? [];
  if (method !== "GET" || (headers["if-range"] ?? etag) !== etag || from + to === "") return undefined;
  const first = from === "" ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === "" || to === "" ? length - 1 : Math.min(Number(to), length - 1);
  return first <= last ? { first, last } : undefined;
}

/** By Node's own `writeHead`: the security headers are in place already. */
function send(res: ServerResponse, status: number, headers: Headers, body?: Buffer): void {
  ServerResponse.prototype.writeHead.call(res, status, headers);
  res.end(body); // Node leaves the body out where the method is HEAD.
}
