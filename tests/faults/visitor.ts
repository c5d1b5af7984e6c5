import { randomBytes } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Arrival } from "../forwarder/arrival.mjs";
import { FORM, SENT_AS } from "../http/post";

/** A request somebody typed. No two are alike, and some of it is not ASCII. */
export type Typed = ReturnType<typeof typeSomething>;

export function typeSomething() {
  const id = randomBytes(6).toString("hex");
  const own = { fullName: `${FORM.fullName} ${id}`, email: `${id}@example.com` };
  return { ...FORM, ...own, additionalNotes: "First\nSecond" };
}

/** What the service got, as the visitor typed it; undefined for what it did not get whole. */
export function typedIn({ fields, error }: Arrival): Typed | undefined {
  if (error) return undefined;
  const field = (name: string) => fields.find(([other]) => other === name)?.[1] ?? "";
  const typed = Object.entries(SENT_AS).map(([name, sentAs]) => [
    name,
    field(sentAs).replaceAll("\r\n", "\n"),
  ]);
  return Object.fromEntries(typed);
}

/** How long a visitor waits; longer than any attempt. */
const PATIENCE_MS = 30_000;

/** How a visitor asks: `midway` is called when half of what was `typed` is on its way; `ca` signed the proxy's certificate. */
export type Asking = { typed?: Typed; midway?: () => Promise<void> | void; ca?: Buffer };

/**
 * Asks for a page, or posts what was typed as a browser without JavaScript does, over a connection of its own.
 *
 * @returns status 0 where no answer came
 */
export async function visit(url: string, { typed, midway, ca }: Asking = {}) {
  const began = performance.now();
  const body = Buffer.from(new URLSearchParams(typed).toString());
  const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": body.length };
  const req = (url.startsWith("https:") ? https : http).request(url, {
    ...(typed && { method: "POST", headers }),
    agent: false,
    ca,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const answered = once(req, "response").then(
    async ([response]) => ({
      status: Number(response.statusCode),
      text: await text(response).catch(() => ""),
    }),
    () => ({ status: 0, text: "" }),
  );
  if (midway) {
    req.write(body.subarray(0, body.length / 2));
    await sleep(100);
    await midway();
    await sleep(50);
  }
  req.end(body.subarray(midway ? body.length / 2 : 0));
  return { ...(await answered), ms: Math.round(performance.now() - began) };
}

/** What a visitor was told: sent, an error (a wait included), or nothing because the connection broke. */
export type VisitorOutcome = "sent" | "error" | "nothing";

const OUTCOMES: Record<number, VisitorOutcome> = { 0: "nothing", 303: "sent", 429: "error", 503: "error" };

export function outcomeOf(status: number): VisitorOutcome {
  const outcome = OUTCOMES[status];
  if (!outcome) throw new Error(`the visitor got a ${status}`);
  return outcome;
}
