import { Response } from "undici";

/**
 * A request as it reached the stand-in.
 *
 * @typedef {object} Arrival
 * @property {string} at when its headers arrived, ISO 8601 with milliseconds
 * @property {string} path as asked for, query included
 * @property {string} method
 * @property {string} contentType "" when there was none
 * @property {import("node:http").IncomingHttpHeaders} headers names in lower case
 * @property {[name: string, value: string][]} fields in the order sent; [] when there is an `error`
 * @property {number} bytes length of the body as received, before any parsing
 * @property {string} [error] why the body was not a form of text fields
 * @property {import("./modes.mjs").ModeName} mode how the stand-in was told to answer when it arrived
 */

/**
 * Reads a body to its end.
 *
 * @param {import("node:http").IncomingMessage} req
 * @returns {Promise<{ body: Buffer, complete: boolean }>} `complete` is false when the sender broke off
 */
export async function readBody(req) {
  /** @type {Buffer[]} */
  const chunks = [];
  let complete = true;
  try {
    for await (const chunk of req) chunks.push(chunk);
  } catch {
    complete = false;
  }
  return { body: Buffer.concat(chunks), complete };
}

/**
 * What is known of a request before its body is read.
 *
 * @param {import("node:http").IncomingMessage} req
 * @param {Arrival["mode"]} mode
 * @returns {Arrival}
 */
export function newArrival(req, mode) {
  return {
    at: new Date().toISOString(),
    path: req.url ?? "",
    method: req.method ?? "",
    contentType: req.headers["content-type"] ?? "",
    headers: req.headers,
    fields: [],
    bytes: 0,
    mode,
  };
}

/**
 * Reads the body into the arrival: its length, and its fields or the reason why there are none.
 *
 * @param {import("node:http").IncomingMessage} req
 * @param {Arrival} arrival filled in place
 */
export async function readForm(req, arrival) {
  const { body, complete } = await readBody(req);
  arrival.bytes = body.length;
  // Who follows a 302 comes back with a GET: having no form is no fault of it.
  if (arrival.method !== "POST") return;
  try {
    if (!complete) throw new Error("the sender broke off before the end of the body");
    arrival.fields = await parseMultipart(body, arrival.contentType);
  } catch (error) {
    arrival.error = error instanceof Error ? error.message : String(error);
  }
}

/**
 * @param {Buffer} body
 * @param {string} contentType
 * @returns {Promise<Arrival["fields"]>}
 * @throws {Error} when the body is not multipart, cannot be parsed, or carries a file
 */
async function parseMultipart(body, contentType) {
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    throw new Error(`not multipart: ${contentType || "no content type"}`);
  }
  let form;
  try {
    form = await new Response(body, { headers: { "content-type": contentType } }).formData();
  } catch (cause) {
    throw new Error("unparsable multipart", { cause });
  }
  return [...form].map(([name, value]) => {
    // A part with a filename is how a field that was meant as text shows that it was not sent as a string.
    if (typeof value !== "string") throw new Error(`field ${JSON.stringify(name)} came as a file`);
    return [name, value];
  });
}
