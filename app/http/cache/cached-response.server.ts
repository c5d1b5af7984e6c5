import { createHash } from "node:crypto";
import { type IncomingMessage, ServerResponse } from "node:http";
import { acceptedEncoding, type Encoding } from "~/http/cache/accepted-encoding.server";
import { isNamed, type Part, wantedPart } from "~/http/cache/preconditions.server";
import { refuse } from "~/http/error-response.server";
import { completeHeaders } from "~/http/security-headers.server";
import { isStopping } from "~/http/shutdown.server";

/** One form of a stored answer. Its headers are complete, and in the flat list that Node writes without a copy. */
type Form = { body: Buffer; etag: string; whole: string[]; part: string[]; unchanged: string[] };

/** An answer that was made once, is the same for everybody, and is sent from memory. */
export type StoredAnswer = { status: 200 | 404; forms: { identity: Form } & Partial<Record<Encoding, Form>> };

/** A page, a file, or either compressed. */
export type Bodies = { identity: Buffer } & Partial<Record<Encoding, Buffer>>;

/**
 * Makes an answer ready to be sent: all of its headers, the security headers among them, each once.
 *
 * @param path for which it is the answer
 * @param headers its own, in lower case
 */
export function storeAnswer(
  path: string,
  status: 200 | 404,
  headers: Record<string, string>,
  bodies: Bodies,
): StoredAnswer {
  const tag = createHash("sha256").update(bodies.identity).digest("base64url").slice(0, 22);
  const compressed = bodies.br !== undefined || bodies.gzip !== undefined;
  const form = (encoding: Encoding, body: Buffer): Form => {
    const etag = encoding === "identity" ? `"${tag}"` : `"${tag}-${encoding}"`;
    const { "content-type": type = "", ...rest } = completeHeaders(path, headers);
    const unchanged: Record<string, string> = { ...rest, ...(compressed && { vary: "Accept-Encoding" }) };
    if (status === 200) unchanged.etag = etag;
    const part: Record<string, string> = { "content-type": type, ...unchanged };
    if (status === 200) part["accept-ranges"] = "bytes";
    if (encoding !== "identity") part["content-encoding"] = encoding;
    const flat = (fields: Record<string, string>) => Object.entries(fields).flat();
    const whole = { ...part, "content-length": String(body.length) };
    return { body, etag, whole: flat(whole), part: flat(part), unchanged: flat(unchanged) };
  };
  return {
    status,
    forms: {
      identity: form("identity", bodies.identity),
      ...(bodies.gzip && { gzip: form("gzip", bodies.gzip) }),
      ...(bodies.br && { br: form("br", bodies.br) }),
    },
  };
}

/** Answers GET or HEAD with a stored answer: whole, unchanged (304), in part (206), or not as was asked (412, 416). */
export function sendStored(req: IncomingMessage, res: ServerResponse, { status, forms }: StoredAnswer): void {
  const { headers } = req;
  const form = forms[acceptedEncoding(headers["accept-encoding"], forms)] ?? forms.identity;
  const { body, etag } = form;
  const ifMatch = headers["if-match"];
  const ifNoneMatch = headers["if-none-match"];
  const part = status === 200 && headers.range !== undefined ? wantedPart(req, etag, body.length) : undefined;
  if (status === 200 && ifMatch !== undefined && !isNamed(ifMatch, etag)) refuse(req, res, 412);
  else if (status === 200 && ifNoneMatch !== undefined && isNamed(ifNoneMatch, etag, "weak"))
    send(res, 304, form.unchanged);
  else if (part === undefined) send(res, status, form.whole, body);
  else if (part === "none") refuse(req, res, 416, { "Content-Range": `bytes */${body.length}` });
  else sendPart(res, form, part);
}

function sendPart(res: ServerResponse, { body, part: head }: Form, { first, last }: Part): void {
  const range = `bytes ${first}-${last}/${body.length}`;
  const length = String(last - first + 1);
  send(res, 206, [...head, "content-range", range, "content-length", length], body.subarray(first, last + 1));
}

/** By Node's own `writeHead`, without the headers that `addHeaders` puts before it: here they are there already. */
function send(res: ServerResponse, status: number, head: string[], body?: Buffer): void {
  ServerResponse.prototype.writeHead.call(
    res,
    status,
    isStopping() ? [...head, "connection", "close"] : head,
  );
  res.end(body); // Node leaves the body out where the method is HEAD.
}
