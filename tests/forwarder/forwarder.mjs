import { once } from "node:events";
import { createServer } from "node:http";
import { readArrival } from "./arrival.mjs";
import { modes, REDIRECT_TARGET } from "./modes.mjs";

/**
 * @typedef {import("./arrival.mjs").Arrival} Arrival
 * @typedef {import("./modes.mjs").ModeName} ModeName
 * @typedef {import("./modes.mjs").ModeOptions} ModeOptions
 * @typedef {Awaited<ReturnType<typeof startForwarder>>} Forwarder
 */

const FORM_PATH = /^\/(?:ajax\/)?[^/]+$/;

/**
 * Starts a stand-in for the form-forwarding service: a real HTTP server that keeps what it is sent and
 * answers as it is told. A request is in `received` before its answer begins.
 *
 * @param {object} [settings]
 * @param {number} [settings.port] 0 takes any free port
 * @param {string} [settings.host] an IPv4 address or a name
 * @param {(arrival: Arrival) => void} [settings.onArrival] called before the answer
 * @throws {Error} when the address cannot be listened on (EADDRINUSE, EACCES)
 */
export async function startForwarder({ port = 0, host = "127.0.0.1", onArrival = (_) => {} } = {}) {
  /** @type {Arrival[]} */
  const received = [];
  /** @type {{ mode: ModeName, options: ModeOptions }} */
  let current = { mode: "json-true", options: {} };
  /** @type {Promise<void> | undefined} */
  let held;
  /** @param {ModeName} mode @param {ModeOptions} options */
  const behave = (mode, options = {}) => {
    current = { mode, options };
  };
  const reset = () => {
    received.length = 0;
    held = undefined;
    behave("json-true");
  };

  const server = createServer(async (req, res) => {
    // Node's own date is the machine's, also where the tests live at another.
    res.setHeader("Date", new Date().toUTCString());
    const path = (req.url ?? "").replace(/\?.*/, "");
    const isFollowed = path === REDIRECT_TARGET;
    if (!isFollowed && !(req.method === "POST" && FORM_PATH.test(path)))
      return void res.writeHead(404).end("The stand-in takes POST /<form id> and POST /ajax/<form id>.\n");
    // Taken when the headers arrive: a test may change the mode while the body is still under way.
    const { mode, options } = current;
    const arrival = await readArrival(req, mode);
    received.push(arrival);
    onArrival(arrival);
    await held;
    modes[isFollowed ? "json-true" : mode](req, res, options);
  });
  const open = async () => {
    server.listen(port, host);
    await once(server, "listening");
    port = /** @type {import("node:net").AddressInfo} */ (server.address()).port;
  };
  await open();
  const origin = `http://${host}:${port}`;
  return {
    /** What to set FORWARD_URL to: the JSON address of the form "test". */
    url: `${origin}/ajax/test`,
    origin,
    /** Oldest first; always the same array. */
    received,
    /** Answers so from the next request on. */
    behave,
    /** Forgets what arrived, holds nothing and answers as json-true again. */
    reset,
    /** Holds every answer until the function that it returns is called. */
    hold: () => {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    /** Listens at the same address again. */
    open,
    /** Ends at once, cutting off every open connection: a hanging request never ends by itself. */
    close: async () => {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
