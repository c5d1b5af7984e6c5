import { buffer } from "node:stream/consumers";
import { Response } from "undici";
import { UNREAD } from "./modes.mjs";

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
 * Reads a request: its length, and its fields or the reason why there are none.
 *
 * @param {import("node:http").IncomingMessage} req
 * @param {Arrival["mode"]} mode
 * @returns {Promise<Arrival>}
 */
export async function readArrival(req, mode) {
  const { url: path = "", method = "", headers } = req;
  const contentType = headers["content-type"] ?? "";
  const at = new Date().toISOString();
  /** @type {Arrival} */
  const arrival = { at, path, method, contentType, headers, fields: [], bytes: 0, mode };
  if (mode === UNREAD) return { ...arrival, error: "the body was not read" };
  // Who follows a 302 comes back with a GET: having no form is no fault of it.
  if (method !== "POST") return arrival;
  try {
    const body = await buffer(req);
    arrival.bytes = body.length;
    const form = await new Response(body, { headers: { "content-type": contentType } }).formData();
    arrival.fields = [...form].map(([name, value]) => {
      // A part with a filename is how a field that was meant as text shows that it was not sent as a string.
      if (typeof value !== "string") throw new Error(`field ${JSON.stringify(name)} came as a file`);
      return [name, value];
    });
  } catch (error) {
    arrival.error = String(error);
  }
  return arrival;
}
