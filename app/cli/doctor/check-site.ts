import { type Finding, fail, faultOf, ok, warn } from "~/cli/doctor/finding";

const PATIENCE_MS = 10_000;
/** Headers of the site that a proxy sometimes takes away or sends twice. */
const HEADERS = ["content-security-policy", "x-content-type-options"];
const HTTPS_HEADERS = [...HEADERS, "strict-transport-security"];

const ask = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE_MS), ...init });

/** The running site as a visitor meets it, through whatever stands before it. Sends no request to anybody. */
export async function checkSite(siteOrigin: string): Promise<Finding[]> {
  try {
    const health = await ask(`${siteOrigin}/healthz`);
    const text = (await health.text()).trim();
    if (health.status !== 200 || text !== "ok")
      return [fail("site", `${siteOrigin}/healthz answers ${health.status}, and not with this site's "ok"`)];
  } catch (error) {
    return [fail("site", `${siteOrigin} does not answer (${faultOf(error)}). Check DNS and the proxy`)];
  }
  return [
    ok("site", `${siteOrigin} answers`),
    await encrypted(siteOrigin),
    await headers(siteOrigin),
    await host(siteOrigin),
  ];
}

async function encrypted(siteOrigin: string): Promise<Finding> {
  if (!siteOrigin.startsWith("https:")) return warn("https", "SITE_URL is http: requests travel readable");
  const plain = siteOrigin.replace(/^https:/, "http:");
  const answer = await ask(`${plain}/`).catch(() => undefined);
  if (!answer) return ok("https", "nothing answers on http");
  const leads = [301, 302, 307, 308].includes(answer.status) && answer.headers.get("location");
  return leads && new URL(leads, plain).origin === siteOrigin
    ? ok("https", "http leads there")
    : warn("https", "http does not lead to https. Let the proxy redirect");
}

async function headers(siteOrigin: string): Promise<Finding> {
  const answer = await ask(`${siteOrigin}/`);
  const expected = siteOrigin.startsWith("https:") ? HTTPS_HEADERS : HEADERS;
  const missing = expected.filter((name) => !answer.headers.has(name));
  if (missing.length > 0) return warn("headers", `the proxy takes away ${missing.join(", ")}`);
  const doubled = expected.filter((name) => (answer.headers.get(name) ?? "").includes(", "));
  if (doubled.length > 0) return warn("headers", `sent twice: ${doubled.join(", ")}. Leave them to the site`);
  return ok("headers", "come through as the site sends them");
}

/**
 * A post without content, whose `Origin` has the host of SITE_URL but its other scheme. The site takes it for its own
 * only if the proxy passes `Host` on, and answers that the fields are empty; else it refuses it as another website's.
 */
async function host(siteOrigin: string): Promise<Finding> {
  const { protocol, host } = new URL(siteOrigin);
  const origin = `${protocol === "https:" ? "http:" : "https:"}//${host}`;
  const answer = await ask(`${siteOrigin}/contact`, {
    method: "POST",
    body: new URLSearchParams({ fullName: "" }),
    headers: { Origin: origin },
  });
  if (answer.status === 422) return ok("proxy", "passes posts and Host on");
  if (answer.status === 403)
    return fail("proxy", "does not pass Host on: some visitors' requests are refused");
  return fail("proxy", `answers ${answer.status} to a form without content, where the site answers 422`);
}
