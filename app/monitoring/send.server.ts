import { randomUUID } from "node:crypto";
import type { Webhook } from "standardwebhooks";
import type { Config } from "~/config/config.server";
import { call } from "~/monitoring/call.server";
import type { Message } from "~/monitoring/messages.server";
import type { Send } from "~/monitoring/notifier.server";

type Target = NonNullable<Config["notify"]>;

/** Makes the function that posts a message to a webhook or an ntfy topic. `name`: the company's, as the site shows it. */
export async function makeSend({ url, format, secret }: Target, name: string): Promise<Send> {
  const webhook = secret ? new (await import("standardwebhooks")).Webhook(secret) : undefined;

  return async function send(message, more, id = randomUUID()) {
    const { headers, body } =
      format === "ntfy" ? asNtfy(message, more, name) : asWebhook(message, more, name, `msg_${id}`, webhook);
    await call(url, { method: "POST", headers, body, redirect: "error" });
  };
}

/** By the Standard Webhooks rules. */
function asWebhook(
  { type, title, text, data }: Message,
  more: number,
  site: string,
  id: string,
  webhook?: Webhook,
) {
  const time = new Date();
  const body = JSON.stringify({
    type,
    timestamp: time.toISOString(),
    data: { site, title, text, more, ...data },
  });
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(time.getTime() / 1000)),
    ...(webhook && { "webhook-signature": webhook.sign(id, time, body) }),
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
