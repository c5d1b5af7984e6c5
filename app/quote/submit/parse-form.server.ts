import { Response } from "undici";
import { type HiddenValues, readHidden } from "~/quote/hidden-fields";
import { type QuoteValues, readValues } from "~/quote/request";
import { BODY_LIMIT, READ_LIMIT } from "~/site/limits";

/** How long the rest of a body over READ_LIMIT is read and discarded, in milliseconds. */
const DRAIN_MS = 2_000;

type Fields = { values: QuoteValues; hidden: HiddenValues };
type NoFields = { values?: undefined };

type ParsedForm =
  | ({ status: 200 } & Fields)
  | ({ status: 413 } & (Fields | NoFields))
  | ({ status: 400 | 415 } & NoFields);

/** Reads a posted form, urlencoded or multipart, counting bytes before it parses. Never throws for what a client sent. */
export async function parseForm(request: Request): Promise<ParsedForm> {
  const contentType = request.headers.get("Content-Type") ?? "";
  const body = await readBody(request);
  if (!body) return { status: 400 };
  const { bytes, whole } = body;
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(contentType);
  // A form without any field is an empty form, whatever its content type.
  if (bytes.length > 0 && !isForm) return { status: 415 };
  if (!whole) return { status: 413 };
  const form = bytes.length === 0 ? new URLSearchParams() : await parse(bytes, contentType);
  if (!form) return { status: 400 };
  const status = bytes.length > BODY_LIMIT ? 413 : 200;
  return { status, values: readValues(form), hidden: readHidden(form) };
}

async function parse(
  bytes: Uint8Array,
  contentType: string,
): Promise<{ get(name: string): unknown } | undefined> {
  if (/^application/i.test(contentType)) return new URLSearchParams(new TextDecoder().decode(bytes));
  try {
    return await new Response(bytes, { headers: { "Content-Type": contentType } }).formData();
  } catch {
    return undefined;
  }
}

/** At most READ_LIMIT bytes of the body; undefined if the client broke off. */
async function readBody(request: Request): Promise<{ bytes: Uint8Array; whole: boolean } | undefined> {
  if (!request.body) return { bytes: new Uint8Array(), whole: true };
  const reader = request.body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { bytes: Buffer.concat(parts), whole: true };
      size += value.length;
      if (size > READ_LIMIT) {
        void drain(reader);
        return { bytes: Buffer.concat(parts), whole: false };
      }
      parts.push(value);
    }
  } catch {
    return undefined;
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
