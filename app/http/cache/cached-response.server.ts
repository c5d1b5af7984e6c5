import { createHash } from "node:crypto";
import { type IncomingMessage, ServerResponse } from "node:http";
import Negotiator from "negotiator";
import { sendError } from "~/http/error-response.server";
import { securityHeadersFor } from "~/http/security-headers.server";

/** The best first. */
const ENCODINGS = ["br", "gzip", "identity"] as const;
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
  const headers = { "accept-encoding": acceptEncoding };
  const accepted = encodings.length > 1 ? new Negotiator({ headers }).encodings(encodings) : [];
  return variants.get(encodings.find((encoding) => accepted.includes(encoding)) ?? "identity") as Variant;
}

/** Sends it to GET or HEAD: whole, unchanged (304), in part (206), or not as requested (412, 416). */
export function sendCached(res: ServerResponse, cached: CachedResponse) {
  const { "accept-encoding": accepted, "if-match": ifMatch, "if-none-match": ifNoneMatch } = res.req.headers;
  const { body, etag, headers, unchanged } = chooseVariant(cached, accepted);
  if (etag && ifMatch !== undefined && !includesTag(ifMatch, etag)) return sendError(res, 412);
  // Weak comparison: a proxy's own compression marks tags as weak.
  if (etag && ifNoneMatch !== undefined && includesTag(ifNoneMatch.replaceAll("W/", ""), etag))
    return send(res, 304, unchanged);
  const range = etag && requestedRange(res.req, etag, body.length);
  if (!range) return send(res, cached.status, headers, body);
  const { first, last } = range;
  if (first > last) return sendError(res, 416, { "Content-Range": `bytes */${body.length}` });
  const part = body.subarray(first, last + 1);
  const contentRange = `bytes ${first}-${last}/${body.length}`;
  send(res, 206, { ...headers, "content-range": contentRange, "content-length": String(part.length) }, part);
}

const includesTag = (list: string, etag: string) =>
  list.split(",").some((tag) => tag.trim() === "*" || tag.trim() === etag);

/**
 * The range that a request names (RFC 9110, 14.2); `first` > `last` if the body has no such range.
 *
 * @returns undefined if the whole body is sent: no byte range, one for another version, or several at once
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
  ServerResponse.prototype.writeHead.call(res, status, headers);
  res.end(body); // Node leaves the body out where the method is HEAD.
}
