import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type ServerResponse, STATUS_CODES } from "node:http";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { config } from "~/config/config.server";
import colors from "~/contractor/colors.css";
import { escapeHtml } from "~/http/escape-html";
import { SECURITY_HEADERS } from "~/http/security-headers.server";
import { trackRendered } from "~/http/unread-responses.server";

const UNREADABLE = [
  "This request could not be read",
  "Sorry, what your browser sent could not be read. No quote request went through.",
] as const;

/** Title and text of the pages for requests that do not reach Remix. */
const MESSAGES = {
  200: ["Request sent", "Your quote request was sent. We'll get back to you as soon as we can."],
  400: UNREADABLE,
  403: [
    "This form was not sent from our website",
    "For your safety, we accept forms only from our own pages. Nothing was sent. Please open the form here and try again.",
  ],
  404: ["Page not found", "There is no form at this address. Nothing was sent."],
  405: ["That does not work here", "This site does not accept that kind of request."],
  408: [
    "This took too long",
    "Your request did not arrive in time. Nothing was sent. Please go back one page and try again.",
  ],
  413: [
    "Your message is too long",
    "Nothing was sent, and your text is still in the form: go back one page and shorten it.",
  ],
  414: ["This link is too long", "Please use the link below."],
  415: UNREADABLE,
  429: [
    "Request saved",
    "Too many requests came at once. Yours is saved and will be sent later. There is no need to send it again.",
  ],
  431: ["This request could not be read", "Your browser sent more than this site can read."],
  500: [
    "Something went wrong on our end",
    "If you sent a form, your text is still in it: go back one page and try again.",
  ],
  503: [
    "This site is very busy",
    "Please try again in a minute. If you sent a form, it did not go through; your text is still in it, one page back.",
  ],
} as const;

export type ErrorStatus = keyof typeof MESSAGES;
/** Replaces the page's standard text, and adds markup below it. */
export type More = { text: string; markup: string };
type Headers = Record<string, string>;

/** How long a rejected upload may continue, in milliseconds. If it were cut off immediately, the client might lose the response. */
export const LINGER_MS = 2_000;

const STYLE = `${readFileSync(join("public", colors), "utf8")}body{max-width:36rem;margin:10vh auto;padding:0 1.25rem 20vh;background:var(--paper);color:var(--ink);font:1.125rem/1.6 system-ui}main::after{content:'';position:fixed;inset:auto 0 0;height:14vh;background:linear-gradient(var(--grass) 12%,var(--topsoil) 0 55%,var(--loam) 0 75%,var(--clay) 0 90%,var(--sand) 0)}b::before{content:'';display:inline-block;width:1.75rem;height:4px;margin-right:.6rem;background:var(--amber);vertical-align:middle}h1{line-height:1.1}a{color:var(--amber-text);white-space:nowrap}main:has(form)::after{display:none}input,textarea{box-sizing:border-box;width:100%;font:inherit}button,a[href='/quote']{display:inline-block;padding:.6rem 1.35rem;border-radius:6px;background:var(--amber);color:var(--ink);font-weight:700;text-decoration:none}button{border:0;font:inherit;font-weight:700}`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** A short page with the reason, the phone number and, without `more`, a link to the form. Needs no other file and no script. */
function errorPage(status: ErrorStatus, more?: More): string {
  const [title, standard] = MESSAGES[status];
  const { text = standard, markup = "" } = more ?? {};
  const { name, phone, phoneHref } = config.business;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head><body><main><p><b>${escapeHtml(name)}</b></p><h1>${title}</h1><p>${text}</p>${markup}<p>You can also call ${escapeHtml(name)} directly at <a href="${escapeHtml(phoneHref)}">${escapeHtml(phone)}</a>.</p>${more ? "" : '<p><a href="/quote">Request a quote</a></p>'}</main></body></html>`;
}

/** The headers of an error page. `Connection: close`, because nothing else on the connection was checked. */
const errorHeaders = (page: string): Headers => ({
  "Content-Type": "text/html; charset=utf-8",
  "Content-Length": String(Buffer.byteLength(page)),
  "Cache-Control": "no-store, no-transform",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
  Connection: "close",
});

/** The error page of a status, for Remix to send. */
export function errorResponse(status: ErrorStatus): Response {
  const page = errorPage(status);
  return new Response(page, { status, headers: errorHeaders(page) });
}

/**
 * Sends the error page of a status and closes the connection, after discarding the rest of an upload for up to two seconds.
 *
 * @param headers are added to the standard ones or override them
 */
export function sendError(
  res: ServerResponse,
  status: ErrorStatus,
  headers: Headers = {},
  more?: More,
): void {
  const { req } = res;
  const page = errorPage(status, more);
  if (more) trackRendered(res);
  res.writeHead(status, { ...errorHeaders(page), ...headers });
  if (req.method === "HEAD" || req.readableEnded) return void res.end(page);
  res.write(page);
  const end = () => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  req.once("end", end).once("error", end).once("close", end).resume();
}

/** Writes the error page of a status to a connection on which no request could be parsed. Does not close the connection. */
export function writeRawError(connection: Duplex, status: ErrorStatus): void {
  const page = errorPage(status);
  const head = Object.entries({
    Date: new Date().toUTCString(),
    ...SECURITY_HEADERS,
    ...errorHeaders(page),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  connection.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("")}\r\n${page}`);
}
