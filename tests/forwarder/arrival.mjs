import { buffer } from "node:stream/consumers";
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
  // Who follows a 302 comes back with a GET: having no form is no fault of it.
  if (arrival.method !== "POST") return;
  try {
    const body = await buffer(req);
    arrival.bytes = body.length;
    const form = await new Response(body, { headers: { "content-type": arrival.contentType } }).formData();
    arrival.fields = [...form].map(([name, value]) => {
      // A part with a filename is how a field that was meant as text shows that it was not sent as a string.
      if (typeof value !== "string") throw new Error(`field ${JSON.stringify(name)} came as a file`);
      return [name, value];
    });
  } catch (error) {
    arrival.error = String(error);
  }
}
