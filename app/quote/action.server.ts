import { data, type HeadersArgs, redirect } from "@remix-run/node";
import { Response } from "undici";
import { CLIENT_ADDRESS } from "~/http/client-address.server";
import { type Outcome, tooLong } from "~/quote/outcome";
import { sentMarks, submit } from "~/quote/quote-service.server";
import { type FormKind, HONEYPOT, longestField, type QuoteValues, readValues } from "~/quote/request";
import { BODY_LIMIT, READ_LIMIT } from "~/site/limits";

/** How long the rest of a body over READ_LIMIT is read and discarded, in milliseconds. */
const DRAIN_MS = 2_000;

/**
 * A form's action: HTTP around `submit`. 303 to the same URL with `sent=1` and a mark; 422 with the errors, or where the
 * hidden field was filled in; 503 when no channel accepted (not 502: docs/decisions/009); 429 over a rate limit; 413, 415
 * and 400 for a body that is too big, of another type, or broken. Values are always given back.
 */
export async function quoteAction(request: Request, form: FormKind) {
  const posted = await parseForm(request);
  if (typeof posted === "number") return data<Outcome>({ kind: "unreadable" }, posted);
  const { values, honeypot, bytes } = posted;
  if (bytes > BODY_LIMIT) {
    const errors = { [longestField(values)]: tooLong(bytes) };
    return data<Outcome>({ kind: "invalid", values, errors }, 413);
  }
  const address = request.headers.get(CLIENT_ADDRESS) ?? "";
  // Made meanwhile: the key for it may be on a disk that hangs.
  const mark = sentMarks.make();
  const outcome = await submit({ form, values, honeypot, address });
  if (outcome.kind === "sent") {
    const url = new URL(request.url);
    url.searchParams.set("sent", "1");
    url.searchParams.set("mark", await mark);
    return redirect(url.pathname + url.search, 303);
  }
  if (outcome.kind === "limited")
    return data<Outcome>(outcome, { status: 429, headers: { "Retry-After": String(outcome.retryAfterS) } });
  return data<Outcome>(outcome, outcome.kind === "failed" ? 503 : 422);
}

/** The action's headers, for the document that shows its outcome; Remix does not pass them on. */
export function quoteHeaders({ actionHeaders }: HeadersArgs): HeadersInit {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : {};
}

type Posted = { values: QuoteValues; honeypot: string; bytes: number };

/**
 * Reads a posted form, urlencoded or multipart, counting bytes before it parses. Returns the status of the response if it
 * cannot be read. Never throws for what a client sent.
 */
async function parseForm(request: Request): Promise<Posted | 400 | 413 | 415> {
  const contentType = request.headers.get("Content-Type") ?? "";
  const bytes = await readBody(request);
  if (typeof bytes === "number") return bytes;
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(contentType);
  // A form without any field is an empty form, whatever its content type.
  if (bytes.length > 0 && !isForm) return 415;
  const headers = { "Content-Type": contentType };
  const form =
    bytes.length > 0 && /^multipart/i.test(contentType)
      ? await new Response(bytes, { headers }).formData().catch(() => undefined)
      : new URLSearchParams(new TextDecoder().decode(bytes));
  if (!form) return 400;
  const honeypot = String(form.get(HONEYPOT) ?? "");
  return { values: readValues(form), honeypot, bytes: bytes.length };
}

/** The body, or the status of the response if it has over READ_LIMIT bytes or the client broke off. */
async function readBody(request: Request): Promise<Buffer | 400 | 413> {
  if (!request.body) return Buffer.alloc(0);
  const reader = request.body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(parts);
      size += value.length;
      if (size > READ_LIMIT) {
        void drain(reader);
        return 413;
      }
      parts.push(value);
    }
  } catch {
    return 400;
  }
}

/** Reads on for a while: a client whose connection is closed while it sends never sees the response. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const end = Date.now() + DRAIN_MS;
  try {
    while (Date.now() < end) if ((await reader.read()).done) return;
    await reader.cancel();
  } catch {
    // The client went away.
  }
}
