import { withoutLogin } from "~/config/basic-auth";

const TIMEOUT_MS = 10_000;

/** Calls a URL of the operator's. Throws unless it responds 2xx; the error's code says why. */
export async function call(target: string, init: { headers?: Record<string, string> } & RequestInit = {}) {
  const { url, headers } = withoutLogin(target);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { ...init, headers: { ...init.headers, ...headers }, signal });
  await response.body?.cancel();
  if (!response.ok) throw Object.assign(new Error("no success"), { code: `status ${response.status}` });
}
