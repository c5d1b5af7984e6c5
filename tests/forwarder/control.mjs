import { readBody } from "./arrival.mjs";
import { renderPage } from "./page.mjs";

/**
 * What the control paths act on.
 *
 * @typedef {object} Controls
 * @property {readonly import("./arrival.mjs").Arrival[]} received
 * @property {() => import("./behaviour.mjs").Behaviour} current
 * @property {(mode: unknown, options: Record<string, unknown>) => void} behave throws RangeError
 * @property {() => void} reset
 */

/**
 * Answers everything that is not a form sent to the service: the page, and control by hand or by another
 * process. `GET /`, `GET /control/received`, `POST /control/behave`, `POST /control/reset`; anything else is
 * a 404. The page's own buttons, which cannot send JSON, are sent back to the page.
 *
 * @param {import("node:http").IncomingMessage} req
 * @param {import("node:http").ServerResponse} res
 * @param {Controls} controls
 */
export async function control(req, res, controls) {
  const [path, query] = (req.url ?? "").split("?");
  const fromPage = req.headers["content-type"] === "application/x-www-form-urlencoded";
  switch (`${req.method} ${path}`) {
    case "GET /":
      return send(
        res,
        200,
        "text/html",
        renderPage(controls.received, controls.current(), query !== "refresh=off"),
      );
    case "GET /control/received":
      return sendJson(res, 200, controls.received);
    case "POST /control/reset":
      controls.reset();
      break;
    case "POST /control/behave":
      try {
        const { mode, ...options } = parseOrder((await readBody(req)).body.toString(), fromPage);
        controls.behave(mode, options);
      } catch (error) {
        return sendJson(res, 400, { error: error instanceof Error ? error.message : String(error) });
      }
      break;
    default:
      return send(res, 404, "text/plain", "The stand-in takes POST /<form id> and POST /ajax/<form id>.\n");
  }
  if (fromPage) return void res.writeHead(303, { location: "/" }).end();
  sendJson(res, 200, controls.current());
}

/**
 * @param {string} body
 * @param {boolean} fromPage
 * @returns {Record<string, unknown>}
 * @throws {SyntaxError} when the body is not JSON
 * @throws {TypeError} when it is JSON but not an object
 */
function parseOrder(body, fromPage) {
  const order = fromPage ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body);
  if (order === null || typeof order !== "object") throw new TypeError("expected an object with a mode");
  return order;
}

/** @param {import("node:http").ServerResponse} res @param {number} status @param {unknown} value */
function sendJson(res, status, value) {
  send(res, status, "application/json", `${JSON.stringify(value, null, 2)}\n`);
}

/**
 * @param {import("node:http").ServerResponse} res
 * @param {number} status
 * @param {string} type
 * @param {string} body
 */
function send(res, status, type, body) {
  res.writeHead(status, { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" }).end(body);
}
