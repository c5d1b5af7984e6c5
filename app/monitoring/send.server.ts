import { withoutLogin } from "~/config/basic-auth";
import type { Config } from "~/config/config.server";
import type { Message } from "~/monitoring/messages.server";

/**
 * Sends a message, with `more` others of its kind that are not sent on their own. The `id` tells a receiver that
 * one is sent again. Throws if that fails.
 */
export type Send = (message: Message, more: number, id: string) => Promise<void>;

const TIMEOUT_MS = 10_000;

/** Calls a URL of the operator's. Throws unless it responds 2xx; the error's code says why. */
export async function call(target: string, init: { headers?: Record<string, string> } & RequestInit = {}) {
  const { url, headers } = withoutLogin(target);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { ...init, headers: { ...init.headers, ...headers }, signal });
  await response.body?.cancel();
  if (!response.ok) throw Object.assign(new Error("no success"), { code: `status ${response.status}` });
}

const NTFY_TAGS = {
  "request.arrived": "envelope",
  trouble: "warning",
  "trouble.over": "white_check_mark",
  test: "test_tube",
};

/** Makes the function that posts a message to a webhook or an ntfy topic. `site`: the company's name. */
export async function makeSend(
  { url, format, secret }: NonNullable<Config["notify"]>,
  site: string,
): Promise<Send> {
  const post = (headers: Record<string, string>, body: string) =>
    call(url, { method: "POST", headers, body, redirect: "error" });
  if (format === "ntfy")
    return ({ type, title, text }, more) => {
      const also = more > 0 ? `\nAnd ${more} more like this.` : "";
      const priority = type === "trouble" ? "high" : "default";
      const headers = { title, priority, tags: NTFY_TAGS[type], "content-type": "text/plain; charset=utf-8" };
      return post(headers, `${site}: ${text}${also}`);
    };

  const webhook = secret ? new (await import("standardwebhooks")).Webhook(secret) : undefined;
  // By the Standard Webhooks rules.
  return ({ type, title, text, data }, more, uuid) => {
    const time = new Date();
    const id = `msg_${uuid}`;
    const body = JSON.stringify({ type, timestamp: time, data: { site, title, text, more, ...data } });
    return post(
      {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(time.getTime() / 1000)),
        ...(webhook && { "webhook-signature": webhook.sign(id, time, body) }),
      },
      body,
    );
  };
}
