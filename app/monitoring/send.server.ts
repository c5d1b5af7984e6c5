import { randomUUID } from "node:crypto";
import type { Message } from "~/monitoring/messages.server";
import type { Send } from "~/monitoring/notifier.server";

const TIMEOUT_MS = 10_000;

type Target = { url: string; format: "json" | "ntfy"; secret: string | undefined };

/** Makes the function that posts a message to a webhook or an ntfy topic. `name`: the company's, as the site shows it. */
export async function makeSend({ url, format, secret }: Target, name: string): Promise<Send> {
  const sign = secret && (await makeSign(secret));

  return async function send(message, more) {
    const { headers, body } =
      format === "ntfy" ? asNtfy(message, more, name) : asWebhook(message, more, name, sign || undefined);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "error" });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`status ${response.status}`);
  };
}

type Sign = (id: string, time: Date, body: string) => string;

async function makeSign(secret: string): Promise<Sign> {
  const { Webhook } = await import("standardwebhooks");
  const webhook = new Webhook(secret);
  return (id, time, body) => webhook.sign(id, time, body);
}

/** By the Standard Webhooks rules. */
function asWebhook({ type, title, text, data }: Message, more: number, site: string, sign?: Sign) {
  const id = `msg_${randomUUID()}`;
  const time = new Date();
  const body = JSON.stringify({
    type,
    timestamp: time.toISOString(),
    data: { site, title, text, more, ...data },
  });
  const signature: Record<string, string> = sign ? { "webhook-signature": sign(id, time, body) } : {};
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(time.getTime() / 1000)),
    ...signature,
  };
  return { headers, body };
}

const NTFY = {
  "request.arrived": { priority: "default", tags: "envelope" },
  trouble: { priority: "high", tags: "warning" },
  "trouble.over": { priority: "default", tags: "white_check_mark" },
  test: { priority: "default", tags: "test_tube" },
};

function asNtfy({ type, title, text }: Message, more: number, site: string) {
  const { priority, tags } = NTFY[type];
  const also = more > 0 ? `\nAnd ${more} more like this.` : "";
  const headers = { title, priority, tags, "content-type": "text/plain; charset=utf-8" };
  return { headers, body: `${site}: ${text}${also}` };
}
