import { withoutLogin } from "~/config/basic-auth";
import type { Config } from "~/config/config.server";
import type { Message } from "~/monitoring/messages.server";

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
  "condition.began": "warning",
  "condition.lasts": "warning",
  "condition.over": "white_check_mark",
  test: "test_tube",
};

/** Makes the function that posts a message to a webhook or an ntfy topic. `site`: the company's name. */
export function makeSend({ url, format }: NonNullable<Config["notify"]>, site: string) {
  const post = (headers: Record<string, string>, body: string) =>
    call(url, { method: "POST", headers, body, redirect: "error" });
  return ({ type, title, text, isUrgent, data }: Message): Promise<void> => {
    if (format === "ntfy") {
      const priority = isUrgent ? "high" : "default";
      const headers = { title, priority, tags: NTFY_TAGS[type], "content-type": "text/plain; charset=utf-8" };
      return post(headers, `${site}: ${text}`);
    }
    const body = { type, timestamp: new Date(), data: { site, title, text, ...data } };
    return post({ "content-type": "application/json" }, JSON.stringify(body));
  };
}
