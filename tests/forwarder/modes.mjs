import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";

/**
 * Every way the stand-in can answer. The wording is the service's own, spelling mistakes included, because
 * the site tells answers apart by it; so is the content type: the real service says text/html even for JSON.
 *
 * @typedef {object} ModeOptions
 * @property {number} [status] for `status`: 200 to 599; 500 unless given
 * @property {number | string} [retryAfter] for `status`: the Retry-After header, seconds or an HTTP date
 * @property {string} [body] for `status` and `coded`: the answer's text
 * @property {string} [coding] for `coded`: a name in CODINGS, or one that does not exist; gzip unless given
 * @property {number} [ms] for `slow`: milliseconds before the answer; 3000 unless given
 *
 * @typedef {object} Mode
 * @property {string} about one line for a person choosing a mode
 * @property {boolean} [unread] the body is left unread
 * @property {(req: import("node:http").IncomingMessage, res: import("node:http").ServerResponse,
 *   options: ModeOptions) => void} answer
 */

/** Where `redirect` points. Two segments, so that no form id can be the same path. */
export const REDIRECT_TARGET = "/redirect/followed";

const HTML = { "content-type": "text/html; charset=UTF-8" };
const DRIP_INTERVAL_MS = 1000;
const HUGE_BYTES = 1024 * 1024;
const BIG_HEADERS_BYTES = 17 * 1024;

const CODINGS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync, "identity, gzip": gzipSync };

const MESSAGES = {
  accepted: "The form was submitted successfully.",
  activation:
    "This form needs Activation. We've sent you an email containing an 'Activate Form' link. " +
    "Just click it and your form will be actived!",
  webServer:
    "Make sure you open this page through a web server, " +
    "FormSubmit will not work in pages browsed as HTML files.",
  refused: "Something went wrong, please try again later.",
  negated: "The form could not be submitted successfully.",
};

/** @param {string | boolean} success @param {string} message */
const json = (success, message) => JSON.stringify({ success, message });

/** @param {string} title @param {string} text */
const page = (title, text) =>
  `<!doctype html>\n<html lang="en"><head><title>${title}</title></head>` +
  `<body><h1>${title}</h1><p>${text}</p></body></html>\n`;

/** @param {string} body @returns {Mode["answer"]} */
const say = (body) => (_req, res) => void res.writeHead(200, HTML).end(body);

/** @param {number} status @returns {Mode["answer"]} */
const challenge = (status) => (_req, res) => {
  const headers = { ...HTML, "cf-mitigated": "challenge", server: "cloudflare" };
  res.writeHead(status, headers).end(page("Just a moment...", "Enable JavaScript and cookies to continue"));
};

const accepted = json("true", MESSAGES.accepted);
const refused = json("false", MESSAGES.refused);

/** The modes by name. @satisfies {Record<string, Mode>} */
export const modes = {
  "json-true": { about: '200, success "true", as the service says it', answer: say(accepted) },
  "json-true-boolean": {
    about: "200, success true, not a string",
    answer: say(json(true, MESSAGES.accepted)),
  },
  "json-activation": {
    about: "200, refused until activated",
    answer: say(json("false", MESSAGES.activation)),
  },
  "json-web-server": { about: "200, refused or throttled", answer: say(json("false", MESSAGES.webServer)) },
  "json-false": { about: "200, refused for another reason", answer: say(refused) },
  "html-submitted": {
    about: "200, a page that says submitted",
    answer: say(page("Thanks!", MESSAGES.accepted)),
  },
  "html-other": {
    about: "200, a page that says nothing of the form",
    answer: say(page("Welcome", "Hello.")),
  },
  "html-negated": {
    about: "200, a page that says not submitted",
    answer: say(page("Oops", MESSAGES.negated)),
  },
  "json-error": { about: "200, JSON with an error", answer: say('{"error":"Form not found"}') },
  "json-false-array": { about: "200, success false within a list", answer: say(`[${refused}]`) },
  parked: {
    about: "200, the page of a domain for sale",
    answer: say(page("Domain for sale", "This domain is parked. Buy it today.")),
  },
  suspended: {
    about: "200, the page of a suspended account",
    answer: say(page("Account Suspended", "This account has been suspended. Contact your hosting provider.")),
  },
  captcha: {
    about: "200, a page that asks whether one is a person",
    answer: say(page("One more step", "Please complete the captcha to submit the form.")),
  },
  partial: {
    about: "206, and JSON that says true",
    answer: (_req, res) => void res.writeHead(206, HTML).end(accepted),
  },
  coded: {
    about: "200, refused, the body coded though nobody asked for it",
    answer: (_req, res, { coding = "gzip", body = refused }) => {
      const code = CODINGS[/** @type {keyof typeof CODINGS} */ (coding)] ?? Buffer.from;
      res.writeHead(200, { ...HTML, "content-encoding": coding }).end(code(Buffer.from(body)));
    },
  },
  "big-headers": {
    about: "a good JSON answer behind 17 KiB of headers",
    answer: (_req, res) => {
      const line = "x".repeat(1024);
      for (let i = 0; i < BIG_HEADERS_BYTES / line.length; i++) res.setHeader(`x-filler-${i}`, line);
      res.writeHead(200, HTML).end(accepted);
    },
  },
  "cut-body": {
    about: "200, the connection reset in the middle of a good JSON answer",
    answer: (req, res) => {
      res.writeHead(200, { ...HTML, "content-length": accepted.length });
      res.write(accepted.slice(0, accepted.length / 2), () => req.socket.destroy());
    },
  },
  "continue-first": {
    about: "100 Continue that nobody asked for, then a good JSON answer",
    answer: (_req, res) => {
      res.writeContinue();
      res.writeHead(200, HTML).end(accepted);
    },
  },
  "lf-only": {
    about: "a good JSON answer whose header lines end in LF alone",
    answer: (req) =>
      void req.socket.end(`HTTP/1.1 200 OK\nContent-Length: ${accepted.length}\n\n${accepted}`),
  },
  text: {
    about: "200, plain text",
    answer: (_req, res) =>
      void res.writeHead(200, { "content-type": "text/plain; charset=UTF-8" }).end("OK\n"),
  },
  empty: { about: "200, no body", answer: say("") },
  "challenge-200": { about: "200, a bot shield's challenge page", answer: challenge(200) },
  "challenge-403": { about: "403, a bot shield's challenge page", answer: challenge(403) },
  status: {
    about: "the status, Retry-After and body asked for; 500 unless told",
    answer: (_req, res, { status = 500, retryAfter, body = "" }) => {
      const headers = retryAfter === undefined ? HTML : { ...HTML, "retry-after": String(retryAfter) };
      res.writeHead(status, headers).end(body);
    },
  },
  redirect: {
    about: `302 to ${REDIRECT_TARGET}, where a follower is recorded`,
    answer: (_req, res) => void res.writeHead(302, { location: REDIRECT_TARGET }).end(),
  },
  hang: { about: "never answers", answer: () => {} },
  "hang-after-headers": {
    about: "200 and headers, then nothing",
    answer: (_req, res) => res.writeHead(200, HTML).flushHeaders(),
  },
  // resetAndDestroy, not destroy: an RST is what a crashed or overloaded peer sends.
  reset: {
    about: "connection reset once the body was read",
    answer: (req) => void req.socket.resetAndDestroy(),
  },
  "reset-early": {
    about: "connection reset before the body is read",
    unread: true,
    answer: (req) => void req.socket.resetAndDestroy(),
  },
  drip: {
    about: "a good JSON answer, one byte a second",
    answer: (_req, res) => {
      res.writeHead(200, HTML).flushHeaders();
      let sent = 0;
      const timer = setInterval(() => {
        res.write(accepted.slice(sent, ++sent));
        if (sent === accepted.length) res.end();
      }, DRIP_INTERVAL_MS);
      res.once("close", () => clearInterval(timer));
    },
  },
  huge: {
    about: "a good JSON answer padded with blanks to 1 MiB",
    // Chunked, so that only counting bytes, not Content-Length, tells the reader to stop.
    answer: (_req, res) => {
      res.writeHead(200, HTML).write(accepted);
      res.end(" ".repeat(HUGE_BYTES - accepted.length));
    },
  },
  slow: {
    about: "a good JSON answer after the milliseconds asked for; 3000 unless told",
    answer: (_req, res, { ms = 3000 }) => {
      const timer = setTimeout(() => res.writeHead(200, HTML).end(accepted), ms);
      res.once("close", () => clearTimeout(timer));
    },
  },
};

/** @typedef {keyof typeof modes} ModeName */
