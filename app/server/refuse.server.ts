import type { IncomingMessage, ServerResponse } from "node:http";
import { config } from "~/server/config.server";

/** What a person needs to read when a request is refused before it reaches the site. */
const REASONS = {
  400: ["This request could not be read", "Your browser sent something this site cannot read."],
  403: [
    "This form was not sent from our website",
    "For your safety a form is only taken from our own pages. Nothing was sent. Please open the form here and try again.",
  ],
  405: ["This is not possible here", "This site does not answer that kind of request."],
  413: [
    "Your message is too long",
    "Nothing was sent, and your text is still in the form: go back one page and shorten your notes.",
  ],
} as const;

/** How long an upload is let run after it was refused, in milliseconds, so that the answer is not cut off by it. */
const LINGER_MS = 2_000;

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Answers a request with a short, readable page and closes the connection. The whole answer is on its way before the
 * connection ends; what the client is still sending is read and thrown away for two seconds at most.
 */
export function refuse(
  req: IncomingMessage,
  res: ServerResponse,
  status: keyof typeof REASONS,
  headers: Record<string, string> = {},
): void {
  const [title, text] = REASONS[status];
  const { name, phone, phoneHref } = config.business;
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p><p>You can also call ${escapeHtml(name)} directly at <a href="${escapeHtml(phoneHref)}">${escapeHtml(phone)}</a>.</p><p><a href="/quote">Request a quote</a></p></main></body></html>`;
  res.writeHead(status, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(page),
    "Cache-Control": "no-store",
    Connection: "close",
    ...headers,
  });
  if (req.method === "HEAD") return void res.end();
  res.write(page);
  const end = () => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  req.once("end", end).once("error", end).once("close", end).resume();
}
