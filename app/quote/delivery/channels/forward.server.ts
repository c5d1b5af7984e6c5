import { Readable } from "node:stream";
import { brotliDecompressSync, unzipSync } from "node:zlib";
import { Agent, FormData, Response, request } from "undici";
import { withoutLogin } from "~/config/basic-auth";
import { errorCode } from "~/log/error-code";
import { classifyResponse, isJson, UNTRUSTED } from "~/quote/delivery/channels/classify.server";
import { FIELD_NAMES } from "~/quote/fields";
import type { AttemptResult } from "~/quote/lifecycle/channel.server";
import { type StoredQuote, SUBJECTS } from "~/quote/lifecycle/stored-quote.server";

type RelaySettings = {
  forwardUrl: string;
  /** The site's own origin. Constant, never the visitor's: the service binds a form's activation to it. */
  siteOrigin: string;
  /** For the whole attempt, from connecting to the last byte of the response. */
  timeoutMs: number;
};

/** The most that is read of a response, and that decoding may yield. */
const RESPONSE_LIMIT = 64 * 1024;

/** A keep-alive pool for one host. Headers may be larger than Node's limit of 16 KiB: such a response is still read. */
const pool = new Agent({ connections: 8, connect: { timeout: 5_000 }, maxHeaderSize: 64 * 1024 });

/** The addresses that have answered in JSON: from then on only a clear yes counts there. */
const answeredInJson = new Set<string>();

/** Posts a request once, as multipart: no retry, no redirect. Never throws. FormData must be undici's own, as the client is. */
export async function relay(stored: StoredQuote, settings: RelaySettings): Promise<AttemptResult> {
  const { forwardUrl, siteOrigin, timeoutMs } = settings;
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  const { url, headers } = withoutLogin(forwardUrl);
  const form = new FormData();
  const options = { _subject: SUBJECTS[stored.form], _captcha: "false", _template: "table" };
  for (const [name, value] of Object.entries(options)) form.append(name, value);
  for (const name of FIELD_NAMES) form.append(snakeCase(name), stored.request[name]);
  const multipart = new Response(form);
  const bytesOut = Buffer.from(await multipart.arrayBuffer());
  let hasLeft = false;
  /** Read only once a connection is ready for it. Until then nothing can have arrived. */
  async function* body() {
    hasLeft = true;
    yield bytesOut;
  }
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const asked = request(url, {
      method: "POST",
      body: Readable.from(body()),
      headers: {
        ...headers,
        "Content-Type": multipart.headers.get("content-type") ?? "",
        "Content-Length": String(bytesOut.length),
        Accept: "application/json, text/html;q=0.9",
        "Accept-Encoding": "identity",
        Origin: siteOrigin,
        Referer: `${siteOrigin}/`,
        "User-Agent": `contractor-website (+${siteOrigin})`,
      },
      signal,
      dispatcher: pool,
    });
    const response = await Promise.race([asked, rejectedBy(signal)]);
    const { bytes, error } = await readBody(response.body);
    const text = decode(bytes, response.headers["content-encoding"]);
    if (isJson(text)) answeredInJson.add(url);
    const promisesJson = answeredInJson.has(url) || new URL(url).pathname.includes("/ajax/");
    const result = classifyResponse(response.statusCode, response.headers, text, promisesJson);
    return {
      // A response that broke off may have been a yes, or a no.
      class: error && UNSAID.includes(result) ? "unknown" : result,
      status: response.statusCode,
      bytes: bytes.length,
      ms: ms(),
      retryAfterS: seconds(response.headers["retry-after"]),
      ...(result === "moved" && { location: addressOf(response.headers.location, url) }),
      ...(error ? { code: errorCode(error) } : {}),
    };
  } catch (error) {
    const code = errorCode(error);
    const isUntrusted = !hasLeft && UNTRUSTED.test(code);
    const unsent = isUntrusted ? "certificate" : "unreachable";
    return { class: hasLeft ? "unknown" : unsent, bytes: 0, ms: ms(), code };
  }
}

/** Where a redirect leads, without what a query or a login may hold. */
function addressOf(location: string | string[] | undefined, base: string): string | undefined {
  if (typeof location !== "string" || !URL.canParse(location, base)) return undefined;
  const { origin, pathname } = new URL(location, base);
  return `${origin}${pathname}`;
}

/** A field's name at the forwarding service: "fullName" is "full_name" there. */
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const UNSAID: readonly string[] = ["unclear", "presumed-accepted"];

/** undici ignores its signal while it connects, and checks the time only twice a second. */
const rejectedBy = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

/** `Retry-After` as seconds from now: it is a number of seconds or a date (RFC 9110, 10.2.3). */
function seconds(header: string | string[] | undefined): number | undefined {
  if (typeof header !== "string") return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(wait) ? Math.max(0, Math.ceil(wait)) : undefined;
}

/** Reads the first 64 KiB of a body. Never throws: `error` is what broke it off. */
async function readBody(body: AsyncIterable<Buffer>): Promise<{ bytes: Buffer; error?: unknown }> {
  let bytes = Buffer.alloc(0);
  try {
    for await (const part of body) {
      bytes = Buffer.concat([bytes, part]).subarray(0, RESPONSE_LIMIT);
      if (bytes.length === RESPONSE_LIMIT) break;
    }
    return { bytes };
  } catch (error) {
    return { bytes, error };
  }
}

/** Decodes a body by `Content-Encoding`, which may come unasked; "" if that fails, or yields more than 64 KiB. */
function decode(bytes: Buffer, coding: string | string[] = "identity"): string {
  if (/^identity$/i.test(String(coding))) return bytes.toString("utf8");
  const decompress = /^br$/i.test(String(coding)) ? brotliDecompressSync : unzipSync;
  try {
    return decompress(bytes, { maxOutputLength: RESPONSE_LIMIT }).toString("utf8");
  } catch {
    return "";
  }
}
