import { once } from "node:events";
import { createServer } from "node:http";
import { newArrival, readForm } from "./arrival.mjs";
import { checkBehaviour } from "./behaviour.mjs";
import { control } from "./control.mjs";
import { modes, REDIRECT_TARGET } from "./modes.mjs";

/**
 * @typedef {import("./arrival.mjs").Arrival} Arrival
 * @typedef {import("./behaviour.mjs").Behaviour} Behaviour
 * @typedef {import("./modes.mjs").ModeName} ModeName
 * @typedef {import("./modes.mjs").ModeOptions} ModeOptions
 *
 * @typedef {object} Forwarder
 * @property {string} url what to set FORWARD_URL to: the JSON address of the form "test"
 * @property {string} origin also the address of the page that shows what arrived
 * @property {readonly Arrival[]} received oldest first; always the same array
 * @property {(mode: ModeName, options?: ModeOptions) => void} behave answers so from the next request on;
 *   throws RangeError on a mode or an option that cannot be
 * @property {() => void} reset forgets what arrived and answers as json-true again
 * @property {() => Promise<void>} close ends at once, cutting off every open connection
 */

const FORM_PATH = /^\/(?:ajax\/)?[^/]+$/;
/** @type {Behaviour} */
const WELL_BEHAVED = { mode: "json-true", options: {} };

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
  let behaviour = WELL_BEHAVED;
  const controls = {
    received,
    current: () => behaviour,
    /** @param {unknown} mode @param {Record<string, unknown>} options */
    behave(mode, options) {
      behaviour = checkBehaviour(mode, options);
    },
    reset() {
      received.length = 0;
      behaviour = WELL_BEHAVED;
    },
  };

  /** @param {import("node:http").IncomingMessage} req @param {import("node:http").ServerResponse} res */
  async function serve(req, res) {
    // Node's own date is the machine's, also where the tests live at another.
    res.setHeader("Date", new Date().toUTCString());
    const path = (req.url ?? "").replace(/\?.*/, "");
    const followed = path === REDIRECT_TARGET;
    if (!followed && !(req.method === "POST" && FORM_PATH.test(path))) return control(req, res, controls);

    // Taken when the headers arrive: a test may change the mode while the body is still under way.
    const { mode: name, options } = behaviour;
    /** @type {import("./modes.mjs").Mode} */
    const mode = followed ? modes["json-true"] : modes[name];
    const arrival = newArrival(req, name);
    if (mode.unread) arrival.error = "the body was not read";
    else await readForm(req, arrival);
    received.push(arrival);
    onArrival?.(arrival);
    mode.answer(req, res, options);
  }

  const server = createServer(serve);
  server.listen(port, host);
  await once(server, "listening");
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  const origin = `http://${host}:${address.port}`;
  return {
    url: `${origin}/ajax/test`,
    origin,
    received,
    behave: (mode, options = {}) => controls.behave(mode, { ...options }),
    reset: controls.reset,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // A hanging request never ends by itself.
        server.closeAllConnections();
      }),
  };
}
