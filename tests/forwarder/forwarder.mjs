import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { newArrival, readForm } from "./arrival.mjs";
import { modes, REDIRECT_TARGET, UNREAD } from "./modes.mjs";
import { renderPage } from "./page.mjs";

/**
 * @typedef {import("./arrival.mjs").Arrival} Arrival
 * @typedef {import("./modes.mjs").ModeName} ModeName
 * @typedef {import("./modes.mjs").ModeOptions} ModeOptions
 *
 * @typedef {object} Forwarder
 * @property {string} url what to set FORWARD_URL to: the JSON address of the form "test"
 * @property {string} origin also the address of the page that shows what arrived
 * @property {readonly Arrival[]} received oldest first; always the same array
 * @property {(mode: ModeName, options?: ModeOptions) => void} behave answers so from the next request on
 * @property {() => void} reset forgets what arrived and answers as json-true again
 * @property {() => Promise<void>} close ends at once, cutting off every open connection
 */

const FORM_PATH = /^\/(?:ajax\/)?[^/]+$/;

/**
 * Starts a stand-in for the form-forwarding service: a real HTTP server that keeps what it is sent and
 * answers as it is told. A request is in `received` before its answer begins.
 *
 * @param {object} [settings]
 * @param {number} [settings.port] 0 takes any free port
 * @param {string} [settings.host] an IPv4 address or a name
 * @param {(arrival: Arrival) => void} [settings.onArrival] called as each request is recorded
 * @returns {Promise<Forwarder>} once it listens
 * @throws {Error} when the address cannot be listened on (EADDRINUSE, EACCES)
 */
export async function startForwarder({ port = 0, host = "127.0.0.1", onArrival } = {}) {
  /** @type {Arrival[]} */
  const received = [];
  /** @type {{ mode: ModeName, options: ModeOptions }} */
  let current = { mode: "json-true", options: {} };
  /** @type {Forwarder["behave"]} */
  const behave = (mode, options = {}) => {
    current = { mode, options };
  };
  const reset = () => {
    received.length = 0;
    behave("json-true");
  };

  /**
   * What is no form sent to the service: the page at `GET /`, and its buttons.
   *
   * @param {import("node:http").IncomingMessage} req @param {import("node:http").ServerResponse} res
   */
  async function control(req, res) {
    const [path, query] = (req.url ?? "").split("?");
    if (path === "/") {
      res.setHeader("content-type", "text/html; charset=utf-8");
      return void res.end(renderPage(received, current.mode, query !== "refresh=off"));
    }
    const mode = new URLSearchParams(await text(req)).get("mode") ?? "";
    if (path === "/control/reset") reset();
    else if (Object.hasOwn(modes, mode)) behave(/** @type {ModeName} */ (mode));
    else return void res.writeHead(404).end("The stand-in takes POST /<form id> and POST /ajax/<form id>.\n");
    res.writeHead(303, { location: "/" }).end();
  }

  /** @param {import("node:http").IncomingMessage} req @param {import("node:http").ServerResponse} res */
  async function serve(req, res) {
    // Node's own date is the machine's, also where the tests live at another.
    res.setHeader("Date", new Date().toUTCString());
    const path = (req.url ?? "").replace(/\?.*/, "");
    const followed = path === REDIRECT_TARGET;
    if (!followed && !(req.method === "POST" && FORM_PATH.test(path))) return control(req, res);

    // Taken when the headers arrive: a test may change the mode while the body is still under way.
    const { mode, options } = current;
    const arrival = newArrival(req, mode);
    if (mode === UNREAD) arrival.error = "the body was not read";
    else await readForm(req, arrival);
    received.push(arrival);
    onArrival?.(arrival);
    modes[followed ? "json-true" : mode](req, res, options);
  }

  const server = createServer(serve);
  server.listen(port, host);
  await once(server, "listening");
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  const origin = `http://${host}:${address.port}`;
  const close = async () => {
    server.close();
    // A hanging request never ends by itself.
    server.closeAllConnections();
    await once(server, "close");
  };
  return { url: `${origin}/ajax/test`, origin, received, behave, reset, close };
}
