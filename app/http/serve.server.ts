import { createServer, type RequestListener, type Server } from "node:http";
import { createRequire } from "node:module";
import { admitConnection, stop } from "~/http/connections.server";
import { sendError } from "~/http/error-response.server";
import { rejectMalformedRequests } from "~/http/malformed-requests.server";
import { applyPolicy, type FormHooks, HEADER_LINES, type Listener } from "~/http/policy.server";
import { logFault } from "~/log/log.server";

/**
 * Longer than a proxy keeps an idle connection (nginx 60 s, Caddy 120 s): if the site closed first, the proxy could post
 * a quote into the closing connection, and send the visitor a 502.
 */
const IDLE_MS = 125_000;
/**
 * How long a client may take to send. Headers are a few hundred bytes; a form of 64 KiB arrives at 21 kbit/s. Node
 * checks every 30 s, so a client may have up to 30 s more.
 */
const TIMEOUTS = { headersTimeout: 15_000, requestTimeout: 25_000, keepAliveTimeout: IDLE_MS };

type Express = { application: { listen: (this: RequestListener, ...args: never[]) => object } };

/**
 * Makes the server that remix-serve listens on, with the policy before its Express app; remix-serve itself has no place
 * for middleware. Call it while remix-serve loads the build. If the app listens in another way, the process ends: no page
 * is served without its policy. Decision 1 says what this relies on.
 */
export function serveWithPolicy(hooks: FormHooks): void {
  const requireFromServe = createRequire(
    createRequire(import.meta.url).resolve("@remix-run/serve/package.json"),
  );
  // Its access lines are not JSON, and hold URLs as clients sent them. morgan skips a line without a text.
  if (process.env.NODE_ENV === "production") requireFromServe("morgan").format("tiny", () => undefined);
  const { application }: Express = requireFromServe("express");
  // Development loads this module again after a change, but keeps the first server.
  let listens = process.env.NODE_ENV === "development";
  application.listen = function (...args) {
    listens = true;
    makeServer(this, hooks).listen(...args);
    // At a signal, remix-serve closes what it got here; `stop` has already done so, and closing twice is an error.
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

function makeServer(express: RequestListener, hooks: FormHooks): Server {
  // Otherwise Node itself replies to a request without a host, with a blank page.
  const server = createServer({ ...TIMEOUTS, requireHostHeader: false });
  server.timeout = IDLE_MS;
  // One more than allowed, so that the policy sees when there are too many.
  server.maxHeadersCount = HEADER_LINES + 1;
  const respond: Listener = (req, res) => {
    applyPolicy(req, res, express, hooks).catch((error) => {
      // Node would end the process.
      logFault(error, req.method);
      if (res.headersSent) res.destroy();
      else sendError(res, 500);
    });
  };
  // Ignores an unknown `Expect` header. Node would reply with a blank page.
  server.on("request", respond).on("checkExpectation", respond);
  server.on("connection", admitConnection);
  rejectMalformedRequests(server);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(server));
  return server;
}
