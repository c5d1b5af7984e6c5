import { Response } from "undici";
import { HONEYPOT, type QuoteValues, readValues } from "~/quote/request";
import { READ_LIMIT } from "~/site/limits";

/** How long the rest of a body over READ_LIMIT is read and discarded, in milliseconds. */
const DRAIN_MS = 2_000;

type Posted = { values: QuoteValues; honeypot: string; bytes: number };

/**
 * Reads a posted form, urlencoded or multipart, counting bytes before it parses. Returns the status of the response if it
 * cannot be read. Never throws for what a client sent.
 */
export async function parseForm(request: Request): Promise<Posted | 400 | 413 | 415> {
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
