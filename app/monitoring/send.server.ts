import { withoutLogin } from "~/config/basic-auth";
import type { Config } from "~/config/config.server";
import type { Send } from "~/monitoring/notifier.server";

const TIMEOUT_MS = 10_000;

/** Calls a URL of the operator's. Throws unless it responds 2xx; the error's code says why. */
export async function call(target: string, init: { headers?: Record<string, string> } & RequestInit = {}) {
  const { url, headers } = withoutLogin(target);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { ...init, headers: { ...init.headers, ...headers }, signal });
  await response.body?.cancel();
  if (!response.ok) throw Object.assign(new Error("no success"), { code: `status ${response.status}` });
}

const NTFY = {
  "request.arrived": { priority: "default", tags: "envelope" },
  trouble: { priority: "high", tags: "warning" },
  "trouble.over": { priority: "default", tags: "white_check_mark" },
  test: { priority: "default", tags: "test_tube" },
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
      const headers = { title, ...NTFY[type], "content-type": "text/plain; charset=utf-8" };
      return post(headers, `${site}: ${text}${also}`);
    };

  const webhook = secret ? new (await import("standardwebhooks")).Webhook(secret) : undefined;
  // By the Standard Webhooks rules.
  return ({ type, title, text, data }, more, uuid) => {
    const time = new Date();
    const id = `msg_${uuid}`;
    const timestamp = time.toISOString();
    const body = JSON.stringify({ type, timestamp, data: { site, title, text, more, ...data } });
    const signature = webhook && { "webhook-signature": webhook.sign(id, time, body) };
    const seconds = String(Math.floor(time.getTime() / 1000));
    const about = { "webhook-id": id, "webhook-timestamp": seconds, ...signature };
    return post({ "content-type": "application/json", ...about }, body);
  };
}
