import { setTimeout as sleep } from "node:timers/promises";
import { withoutLogin } from "~/quote/delivery/basic-auth";

const TIMEOUT_MS = 10_000;

type Init = RequestInit & { headers?: Record<string, string> };

/** Calls a URL of the operator's. Throws unless it responds 2xx; the error's code says why. */
export async function call(target: string, init?: Init): Promise<void> {
  const { url, headers } = withoutLogin(target);
  const response = await fetch(url, {
    ...init,
    headers: { ...init?.headers, ...headers },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw Object.assign(new Error("no success"), { code: `status ${response.status}` });
}

/** Tries until it succeeds, with these waits (milliseconds) in between; throws the last error. Keeps no process alive. */
export async function retry(attempt: () => Promise<void>, waitsMs: readonly number[]): Promise<void> {
  for (const waitMs of waitsMs) {
    try {
      return await attempt();
    } catch {
      await sleep(waitMs, undefined, { ref: false });
    }
  }
  return attempt();
}
