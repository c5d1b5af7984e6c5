import { createServer, type RequestListener, type Server } from "node:http";
import { createRequire } from "node:module";
import { admitConnection, stop } from "~/http/connections.server";
import { sendError } from "~/http/error-response.server";
import { rejectMalformedRequests } from "~/http/malformed-requests.server";
import { applyPolicy, type FormHooks, HEADER_LINES, type Listener } from "~/http/policy.server";
import { logFault } from "~/log/log.server";

/**
 * Longer than proxies keep an idle connection (nginx 60 s, Caddy 120 s). If the site closed first, a proxy could forward a quote
 * into the closing connection, and the visitor would get a 502.
 */
const IDLE_MS = 125_000;
/**
 * Time limits for slow clients, in milliseconds: enough for a form of 64 KiB at 21 kbit/s. Node checks every 30 s, so a client may
 * have up to 30 s more.
 */
const TIMEOUTS = { headersTimeout: 15_000, requestTimeout: 25_000, keepAliveTimeout: IDLE_MS };

type Express = { application: { listen: (this: RequestListener, ...args: never[]) => object } };

/**
 * Puts the policy in front of remix-serve's Express app, by replacing the app's `listen`: remix-serve has no hook for middleware.
 * Call it while remix-serve loads the build. If that does not call `listen` before the next event loop iteration, the process
 * exits, so that no page is served without the policy. See docs/decisions/001-the-server-behind-remix-serve.md.
 */
export function serveWithPolicy(hooks: FormHooks): void {
  const requireFromServe = createRequire(
    createRequire(import.meta.url).resolve("@remix-run/serve/package.json"),
  );
  // Turns off remix-serve's access log, which is not JSON and contains URLs. morgan skips a line if its format returns undefined.
  if (process.env.NODE_ENV === "production") requireFromServe("morgan").format("tiny", () => undefined);
  const { application }: Express = requireFromServe("express");
  // In development this module is loaded again after a change, but the first server stays.
  let listens = isDevelopment();
  application.listen = function (...args) {
    listens = true;
    makeServer(this, hooks).listen(...args);
    // remix-serve closes this object at a signal. `stop` closes the real server, and closing twice is an error.
    return { close() {} };
  };
  setImmediate(() => {
    if (listens) return;
    process.stderr.write(
      "The site did not start: its policy cannot attach to this version of @remix-run/serve. Install the modules again with `npm ci`.\n",
    );
    process.exit(1);
  });
}

/** Whether `npm run dev` runs this. It also loads what `npm run build` makes meanwhile, in which NODE_ENV is a constant. */
export const isDevelopment = () =>
  process.env.NODE_ENV === "development" || "REMIX_DEV_ORIGIN" in process.env;

function makeServer(express: RequestListener, hooks: FormHooks): Server {
  // requireHostHeader: Node's own response to a missing host is blank.
  const server = createServer({ ...TIMEOUTS, requireHostHeader: false });
  server.timeout = IDLE_MS;
  // One more than allowed, so that the policy notices too many.
  server.maxHeadersCount = HEADER_LINES + 1;
  const respond: Listener = (req, res) => {
    applyPolicy(req, res, express, hooks).catch((error) => {
      // An unhandled rejection would end the process.
      logFault(error, req.method);
      if (res.headersSent) res.destroy();
      else sendError(res, 500);
    });
  };
  // Ignores an unknown `Expect` header: Node's own response is blank.
  server.on("request", respond).on("checkExpectation", respond);
  server.on("connection", admitConnection);
  rejectMalformedRequests(server);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(server));
  return server;
}
