import { config } from "~/config/config.server";

/** What a person needs to read when a request is refused before it reaches the site. */
const REASONS = {
  400: ["This request could not be read", "Your browser sent something this site cannot read."],
  403: [
    "This form was not sent from our website",
    "For your safety a form is only taken from our own pages. Nothing was sent. Please open the form here and try again.",
  ],
  405: ["This is not possible here", "This site does not answer that kind of request."],
  408: [
    "This took too long",
    "Your request did not arrive in time, so nothing was sent. Please go back one page and try again.",
  ],
  412: ["This file has changed", "Your browser asked for a version that is not here any more."],
  413: [
    "Your message is too long",
    "Nothing was sent, and your text is still in the form: go back one page and shorten it.",
  ],
  414: ["This address is too long", "No page of this site has an address that long. Please start from here."],
  // Asked for by programs; so it says it in their words, too.
  416: ["This part does not exist", "It begins beyond the end of the file (Range Not Satisfiable)."],
  417: ["This request could not be met", "Your browser expects something this site cannot do."],
  431: ["This request could not be read", "Your browser sent more than this site reads."],
  503: [
    "This site is very busy",
    "Nothing was sent, and your text is still in the form: go back one page and try again in a minute.",
  ],
} as const;

export type RefusalStatus = keyof typeof REASONS;

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A short page that says why, with the phone number and the way to a quote. It needs no file, script or style. */
export function refusalPage(status: RefusalStatus): string {
  const [title, text] = REASONS[status];
  const { name, phone, phoneHref } = config.business;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p><p>You can also call ${escapeHtml(name)} directly at <a href="${escapeHtml(phoneHref)}">${escapeHtml(phone)}</a>, or <a href="/quote">request a quote</a>.</p></main></body></html>`;
}

/** The headers of a refusal. The connection is not used again: what else comes on it nobody has judged. */
export const refusalHeaders = (page: string): Record<string, string> => ({
  "Content-Type": "text/html; charset=utf-8",
  "Content-Length": String(Buffer.byteLength(page)),
  "Cache-Control": "no-store",
  Connection: "close",
});

/** How long an upload is let run after it was refused, in milliseconds, so that the answer is not cut off by it. */
export const LINGER_MS = 2_000;
