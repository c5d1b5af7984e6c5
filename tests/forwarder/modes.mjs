import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";

/**
 * Every way the stand-in can answer. The wording is the service's own, spelling mistakes included, because
 * the site tells answers apart by it; so is the content type: the real service says text/html even for JSON.
 *
 * @typedef {object} ModeOptions
 * @property {number} [status] for `status`: 500 unless given
 * @property {number | string} [retryAfter] for `status`: the Retry-After header, seconds or an HTTP date
 * @property {string} [body] for `status` and `coded`: the answer's text
 * @property {string} [coding] for `coded`: a name in CODINGS, or one that does not exist; gzip unless given
 * @property {number} [ms] for `slow`: milliseconds before the answer; 3000 unless given
 *
 * @typedef {(req: import("node:http").IncomingMessage, res: import("node:http").ServerResponse,
 *   options: ModeOptions) => void} Mode
 */

/** Where `redirect` points. Two segments, so that no form id can be the same path. */
export const REDIRECT_TARGET = "/redirect/followed";

/** The mode that leaves the body unread. */
export const UNREAD = "reset-early";

const HTML = { "content-type": "text/html; charset=UTF-8" };
const DRIP_INTERVAL_MS = 1000;
const HUGE_BYTES = 1024 * 1024;

const CODINGS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync, "identity, gzip": gzipSync };

const SUBMITTED = "The form was submitted successfully.";
const ACTIVATION =
  "This form needs Activation. We've sent you an email containing an 'Activate Form' link. " +
  "Just click it and your form will be actived!";
const WEB_SERVER =
  "Make sure you open this page through a web server, " +
  "FormSubmit will not work in pages browsed as HTML files.";

/** @param {string | boolean} success @param {string} message */
const json = (success, message) => JSON.stringify({ success, message });

/** @param {string} title @param {string} text */
const page = (title, text) =>
  `<!doctype html>\n<html lang="en"><head><title>${title}</title></head>` +
  `<body><h1>${title}</h1><p>${text}</p></body></html>\n`;

/** @param {string | Buffer} body @param {number} [status] @param {object} [headers] @returns {Mode} */
const say =
  (body, status = 200, headers = {}) =>
  (_req, res) =>
    void res.writeHead(status, { ...HTML, ...headers }).end(body);

const accepted = json("true", SUBMITTED);
const refused = json("false", "Something went wrong, please try again later.");
/** A bot shield's page. */
const challenge = page("Just a moment...", "Enable JavaScript and cookies to continue");
const SHIELD = { "cf-mitigated": "challenge", server: "cloudflare" };

/** The modes by name. @satisfies {Record<string, Mode>} */
export const modes = {
  "json-true": say(accepted),
  "json-true-boolean": say(json(true, SUBMITTED)),
  "json-activation": say(json("false", ACTIVATION)),
  "json-web-server": say(json("false", WEB_SERVER)),
  "json-false": say(refused),
  "html-submitted": say(page("Thanks!", SUBMITTED)),
  "html-other": say(page("Welcome", "Hello.")),
  parked: say(page("Domain for sale", "This domain is parked. Buy it today.")),
  text: say("OK\n"),
  empty: say(""),
  partial: say(accepted, 206),
  coded: (req, res, { coding = "gzip", body = refused }) => {
    const code = CODINGS[/** @type {keyof typeof CODINGS} */ (coding)] ?? Buffer.from;
    say(code(Buffer.from(body)), 200, { "content-encoding": coding })(req, res, {});
  },
  "big-headers": (_req, res) => {
    for (let i = 0; i < 17; i++) res.setHeader(`x-filler-${i}`, "x".repeat(1024));
    res.writeHead(200, HTML).end(accepted);
  },
  "cut-body": (req, res) => {
    res.writeHead(200, { ...HTML, "content-length": accepted.length });
    res.write(accepted.slice(0, accepted.length / 2), () => req.socket.destroy());
  },
  "continue-first": (_req, res) => {
    res.writeContinue();
    res.writeHead(200, HTML).end(accepted);
  },
  "lf-only": (req) =>
    void req.socket.end(`HTTP/1.1 200 OK\nContent-Length: ${accepted.length}\n\n${accepted}`),
  "challenge-200": say(challenge, 200, SHIELD),
  "challenge-403": say(challenge, 403, SHIELD),
  status: (req, res, { status = 500, retryAfter, body = "" }) =>
    say(body, status, retryAfter === undefined ? {} : { "retry-after": String(retryAfter) })(req, res, {}),
  redirect: (_req, res) => void res.writeHead(302, { location: REDIRECT_TARGET }).end(),
  hang: () => {},
  "hang-after-headers": (_req, res) => res.writeHead(200, HTML).flushHeaders(),
  // resetAndDestroy, not destroy: an RST is what a crashed or overloaded peer sends.
  reset: (req) => void req.socket.resetAndDestroy(),
  "reset-early": (req) => void req.socket.resetAndDestroy(),
  drip: (_req, res) => {
    res.writeHead(200, HTML).flushHeaders();
    let sent = 0;
    const timer = setInterval(() => {
      res.write(accepted.slice(sent, ++sent));
      if (sent === accepted.length) res.end();
    }, DRIP_INTERVAL_MS);
    res.once("close", () => clearInterval(timer));
  },
  // Chunked, so that only counting bytes, not Content-Length, tells the reader to stop.
  huge: (_req, res) => {
    res.writeHead(200, HTML).write(accepted);
    res.end(" ".repeat(HUGE_BYTES - accepted.length));
  },
  slow: (req, res, { ms = 3000 }) => {
    const timer = setTimeout(say(accepted), ms, req, res);
    res.once("close", () => clearTimeout(timer));
  },
};

/** @typedef {keyof typeof modes} ModeName */
