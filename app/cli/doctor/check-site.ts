import type { Proof } from "~/cli/doctor/ask-site";
import { errorCode } from "~/log/error-code";
import { type Finding, fail, ok, thrown, warn } from "~/monitoring/checks/finding";
import { parseJson } from "~/quote/outbox/parse-json";

const TIMEOUT_MS = 10_000;
/** Headers that a proxy may remove or send twice. */
const HEADERS = ["content-security-policy", "x-content-type-options"];
const ELSEWHERE =
  "Requests go there, not here. Check DNS and SITE_URL; a proxy in between must forward Authorization";

const load = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS), ...init });

/** Checks the running site as a visitor sees it, through its proxies. Sends no request to the owner. */
export async function checkSite(siteOrigin: string, proof: Proof): Promise<Finding[]> {
  try {
    const health = await load(`${siteOrigin}/healthz`);
    const text = (await health.text()).trim();
    if (health.status !== 200 || text !== "ok")
      return [fail("site", `${siteOrigin}/healthz responds ${health.status}, not with this site's "ok"`)];
  } catch (error) {
    return [fail("site", `${siteOrigin} does not respond (${errorCode(error)}). Check DNS and the proxy`)];
  }
  return [
    (await isOtherInstallation(siteOrigin, proof).catch(() => false))
      ? fail("site", `${siteOrigin} leads to another installation. ${ELSEWHERE}`)
      : ok("site", `${siteOrigin} responds`),
    await checkHttps(siteOrigin),
    await checkHeaders(siteOrigin).catch(thrown("fail", "headers", `${siteOrigin}/ does not respond`)),
    await checkHost(siteOrigin).catch(thrown("fail", "proxy", "does not respond to a post")),
  ];
}

/** A proxy may keep /readyz to itself: then nobody can know. */
async function isOtherInstallation(siteOrigin: string, proof: Proof): Promise<boolean> {
  if (typeof proof === "string") return false;
  const response = await load(`${siteOrigin}/readyz`, { headers: { Authorization: proof.pass } });
  const said = parseJson(await response.text()) as { outbox?: string; folder?: string } | undefined;
  return said?.outbox !== undefined || (said?.folder ?? proof.folder) !== proof.folder;
}

async function checkHttps(siteOrigin: string): Promise<Finding> {
  if (!siteOrigin.startsWith("https:"))
    return warn("https", "SITE_URL is http: anybody on the network can read the requests");
  const plain = siteOrigin.replace(/^https:/, "http:");
  const response = await load(`${plain}/`).catch(() => undefined);
  if (!response) return ok("https", "http does not respond");
  const target = new URL(response.headers.get("location") ?? "", plain);
  return response.status < 400 && target.origin === siteOrigin
    ? ok("https", "http redirects to it")
    : warn("https", "http does not redirect to https. Set this up in the proxy");
}

async function checkHeaders(siteOrigin: string): Promise<Finding> {
  const { headers } = await load(`${siteOrigin}/`);
  const expected = siteOrigin.startsWith("https:") ? [...HEADERS, "strict-transport-security"] : HEADERS;
  const missing = expected.filter((name) => !headers.has(name));
  if (missing.length > 0) return warn("headers", `the proxy removes ${missing.join(", ")}`);
  const doubled = expected.filter((name) => (headers.get(name) ?? "").includes(", "));
  if (doubled.length > 0) return warn("headers", `sent twice: ${doubled.join(", ")}. Leave them to the site`);
  return ok("headers", "arrive as the site sends them");
}

/** Posts an empty form with the other scheme in `Origin`. The site accepts it (422) only if the proxy forwards `Host`. */
async function checkHost(siteOrigin: string): Promise<Finding> {
  const { protocol, host } = new URL(siteOrigin);
  const headers = { Origin: `${protocol === "https:" ? "http:" : "https:"}//${host}` };
  const body = new URLSearchParams({ fullName: "" });
  const { status } = await load(`${siteOrigin}/contact`, { method: "POST", body, headers });
  if (status === 422) return ok("proxy", "forwards posts and Host");
  if (status === 403) return fail("proxy", "does not forward Host: some visitors' requests are refused");
  return fail("proxy", `responds ${status} to an empty form, where the site responds 422`);
}
