import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Arrival } from "../forwarder/arrival.mjs";

/** A request somebody typed. No two are alike, and some of it is not ASCII. */
export type Typed = ReturnType<typeof typeSomething>;

export function typeSomething() {
  const id = randomBytes(6).toString("hex");
  return {
    fullName: `Renée O’Brien – 水 ${id}`,
    email: `${id}@example.com`,
    phone: "(269) 555-0188",
    projectType: "pool-excavation",
    projectLocation: "12 Côte Rd",
    additionalNotes: "First\nSecond",
  };
}

/** What the service got, as the visitor typed it; undefined for what it did not get whole. */
export function typedIn({ fields, error }: Arrival): Typed | undefined {
  if (error) return undefined;
  const field = (name: string) => fields.find(([other]) => other === name)?.[1] ?? "";
  return {
    fullName: field("full_name"),
    email: field("email"),
    phone: field("phone"),
    projectType: field("project_type"),
    projectLocation: field("project_location"),
    additionalNotes: field("additional_notes").replaceAll("\r\n", "\n"),
  };
}

/** What the visitor was told: sent, an error (a wait included), or nothing because the connection broke. */
export type Told = "sent" | "error" | "nothing";

/** How long a visitor waits; longer than any attempt. */
const PATIENCE_MS = 30_000;

/**
 * Posts a request as a browser without JavaScript does.
 *
 * @param midway called when half of the body is on its way, before the rest follows
 */
export async function send(port: number, typed: Typed, midway?: () => Promise<void> | void): Promise<Told> {
  const body = Buffer.from(new URLSearchParams(typed).toString());
  const req = request({
    port,
    host: "127.0.0.1",
    method: "POST",
    path: "/quote",
    headers: { "content-type": "application/x-www-form-urlencoded", "content-length": body.length },
    agent: false,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const answered = once(req, "response").then(
    ([response]) => {
      response.resume();
      return response.statusCode as number;
    },
    () => undefined,
  );
  req.write(body.subarray(0, body.length / 2));
  if (midway) {
    await sleep(100);
    await midway();
    await sleep(50);
  }
  req.end(body.subarray(body.length / 2));
  const status = await answered;
  if (status === undefined) return "nothing";
  if (![303, 429, 503].includes(status)) throw new Error(`the visitor got a ${status}`);
  return status === 303 ? "sent" : "error";
}
