import { Agent, type Dispatcher, FormData, request } from "undici";
import { classifyResponse } from "~/quote/delivery/classify-response.server";
import type { Attempt } from "~/quote/delivery/deliver.server";
import { decodeBody, readBody } from "~/quote/delivery/response-body.server";
import { relayFields, type StoredRequest } from "~/quote/outbox/stored-request.server";

export type RelaySettings = {
  /** The form's whole address at the forwarding service. */
  forwardUrl: string;
  /** The site's own origin. Constant, never the visitor's: the service binds a form's activation to it. */
  siteOrigin: string;
  /** For the whole attempt, from connecting to the last byte of the answer. */
  timeoutMs: number;
  dispatcher?: Dispatcher;
};

/**
 * A keep-alive pool for the one host that is ever called; a dead address is known before the attempt's time is up. An
 * answer with headers over 16 KiB, Node's own limit, would be one that nobody can read.
 */
const pool = new Agent({ connections: 8, connect: { timeout: 5_000 }, maxHeaderSize: 64 * 1024 });

/** Faults from before the request was sent: name, connection and TLS. Any other may have come after it arrived. */
const NEVER_SENT =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EPROTO|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|ERR_SSL|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/;

/**
 * Posts a request to the forwarding service once, as multipart. No retry and no redirect: the outbox is there for that.
 * FormData and client come from the same undici; a foreign FormData would be sent as the text "[object FormData]".
 *
 * @returns what the attempt came to; it never throws for what the network or the service does
 */
export async function relay(stored: StoredRequest, settings: RelaySettings): Promise<Attempt> {
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  const body = new FormData();
  for (const [name, value] of relayFields(stored)) body.append(name, value);
  try {
    const answer = await request(settings.forwardUrl, {
      method: "POST",
      body,
      headers: {
        Accept: "application/json, text/html;q=0.9",
        "Accept-Encoding": "identity",
        Origin: settings.siteOrigin,
        Referer: `${settings.siteOrigin}/`,
        "User-Agent": `excavation-website (+${settings.siteOrigin})`,
      },
      signal: AbortSignal.timeout(settings.timeoutMs),
      dispatcher: settings.dispatcher ?? pool,
    });
    const { bytes, error } = await readBody(answer.body);
    const text = decodeBody(bytes, answer.headers["content-encoding"]);
    const promisesJson = new URL(settings.forwardUrl).pathname.includes("/ajax/");
    const said = classifyResponse(answer.statusCode, answer.headers, text, promisesJson);
    return {
      // An answer that broke off may have been a yes.
      class: error && said === "unclear" ? "unknown" : said,
      status: answer.statusCode,
      bytes: bytes.length,
      ms: ms(),
      retryAfterS: seconds(answer.headers["retry-after"]),
      ...(error ? { fault: faultOf(error) } : {}),
    };
  } catch (error) {
    const fault = faultOf(error);
    const neverSent = (error as NodeJS.ErrnoException).syscall === "connect" || NEVER_SENT.test(fault);
    return { class: neverSent ? "unreachable" : "unknown", bytes: 0, ms: ms(), fault };
  }
}

function faultOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException;
  return typeof code === "string" && code ? code : name;
}

/** `Retry-After` as seconds from now: it is a number of seconds or a date (RFC 9110, 10.2.3). */
function seconds(header: string | string[] | undefined): number | undefined {
  if (typeof header !== "string") return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(wait) ? Math.max(0, Math.ceil(wait)) : undefined;
}
