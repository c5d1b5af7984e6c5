import { Agent, type Dispatcher, FormData, request } from "undici";
import type { Attempt } from "~/quote/delivery.server";
import { type Envelope, relayFields } from "~/quote/envelope.server";
import { classifyAnswer } from "~/quote/read-answer.server";

export type RelaySettings = {
  /** The form's whole address at the forwarding service. */
  forwardUrl: string;
  /** The site's own origin. Constant, never the visitor's: the service binds a form's activation to it. */
  siteOrigin: string;
  /** For the whole attempt, from connecting to the last byte of the answer. */
  timeoutMs: number;
  dispatcher?: Dispatcher;
};

const ANSWER_LIMIT = 64 * 1024;

/** A keep-alive pool for the one host that is ever called; a dead address is known before the attempt's time is up. */
const pool = new Agent({ connections: 8, connect: { timeout: 5_000 } });

/** Faults from before the request was sent: name, connection and TLS. Any other may have come after it arrived. */
const NEVER_SENT =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EPROTO|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|ERR_SSL|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/;

/**
 * Posts a request to the forwarding service once, as multipart. No retry and no redirect: the outbox is there for that.
 * FormData and client come from the same undici; a foreign FormData would be sent as the text "[object FormData]".
 *
 * @returns what the attempt came to; it never throws for what the network or the service does
 */
export async function relay(envelope: Envelope, settings: RelaySettings): Promise<Attempt> {
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  const body = new FormData();
  for (const [name, value] of relayFields(envelope)) body.append(name, value);
  try {
    const answer = await request(settings.forwardUrl, {
      method: "POST",
      body,
      headers: {
        Accept: "application/json, text/html;q=0.9",
        Origin: settings.siteOrigin,
        Referer: `${settings.siteOrigin}/`,
        "User-Agent": `excavation-website (+${settings.siteOrigin})`,
      },
      signal: AbortSignal.timeout(settings.timeoutMs),
      dispatcher: settings.dispatcher ?? pool,
    });
    const read = await readAtMost(answer.body, ANSWER_LIMIT);
    return {
      class: classifyAnswer(answer.statusCode, answer.headers, read.toString("utf8")),
      status: answer.statusCode,
      bytes: read.length,
      ms: ms(),
      retryAfterS: seconds(answer.headers["retry-after"]),
    };
  } catch (error) {
    const { code, name, syscall } = error as NodeJS.ErrnoException;
    const fault = code && typeof code === "string" ? code : name;
    const neverSent = syscall === "connect" || NEVER_SENT.test(fault);
    return { class: neverSent ? "unreachable" : "unknown", bytes: 0, ms: ms(), fault };
  }
}

async function readAtMost(body: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size >= limit) break;
  }
  return Buffer.concat(parts).subarray(0, limit);
}

/** `Retry-After` as seconds from now: it is a number of seconds or a date (RFC 9110, 10.2.3). */
function seconds(header: string | string[] | undefined): number | undefined {
  if (typeof header !== "string") return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(wait) ? Math.max(0, Math.ceil(wait)) : undefined;
}
