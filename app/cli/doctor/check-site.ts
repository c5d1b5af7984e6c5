import type { Config } from "~/config/config.server";
import { errorCode } from "~/log/error-code";
import { type Finding, fail, ok, thrown, warn } from "~/monitoring/checks/finding";

/** The site gives its disk three seconds, several times. */
const TIMEOUT_MS = 15_000;
/** A proxy in front of several copies may give a request to any of them. */
const ASKED = 8;

const load = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS), ...init });

/**
 * Checks the running site as a visitor sees it, through its proxies. Sends no request to the owner.
 *
 * @param instance the process that looks after this outbox, if one runs and only one can
 */
export async function checkSite(siteOrigin: string, instance: string | undefined): Promise<Finding[]> {
  const health = await load(`${siteOrigin}/healthz`)
    .then(async (response) => ((await response.text()) === "ok\n" && response.ok) || response.status)
    .catch(errorCode);
  if (health !== true)
    return [fail("site", `${siteOrigin}/healthz does not say "ok" (${health}). Check DNS and the proxy`)];
  const ask = () =>
    load(`${siteOrigin}/readyz`).then(
      ({ headers }) => headers.get("x-instance"),
      () => null,
    );
  const reached = await Promise.all(Array.from({ length: ASKED }, ask));
  // A proxy may keep /readyz to itself: then nobody can know.
  const isOther = instance !== undefined && reached.every((one) => one !== null && one !== instance);
  const away = "leads to another installation: requests go there, not here. Check DNS and SITE_URL";
  return [
    isOther ? fail("site", `${siteOrigin} ${away}`) : ok("site", `${siteOrigin} responds`),
    await checkHttps(siteOrigin),
    await checkHost(siteOrigin).catch(thrown("fail", "proxy", "does not respond to a post")),
  ];
}

/** What Cloudflare's Email Address Obfuscation puts in the place of an email address. */
const REWRITTEN = "/cdn-cgi/l/email-protection";
const REWRITES =
  "rewrites the email address in pages: without JavaScript nobody can read it. Turn off Cloudflare's Email Address Obfuscation";

async function checkHttps(siteOrigin: string): Promise<Finding> {
  if (!siteOrigin.startsWith("https:"))
    return warn("https", "SITE_URL is http: anybody on the network can read the requests");
  const plain = siteOrigin.replace(/^https:/, "http:");
  const target = await load(plain)
    .then(
      ({ headers }) => new URL(headers.get("location") ?? "", plain).origin,
      () => siteOrigin,
    )
    .catch(() => "nowhere");
  return target === siteOrigin
    ? ok("https", "http redirects to https, or is closed")
    : warn("https", "http does not redirect to https. Set this up in the proxy");
}

/** Posts an empty form with the other scheme in `Origin`. The site accepts it (422) only if the proxy forwards `Host`. */
async function checkHost(siteOrigin: string): Promise<Finding> {
  const { protocol, host } = new URL(siteOrigin);
  const headers = { Origin: `${protocol === "https:" ? "http:" : "https:"}//${host}` };
  const body = new URLSearchParams({ fullName: "" });
  const response = await load(`${siteOrigin}/contact`, { method: "POST", body, headers });
  const { status } = response;
  if (status === 422)
    return (await response.text()).includes(REWRITTEN)
      ? warn("proxy", `forwards Host, but ${REWRITES}`)
      : ok("proxy", "forwards posts and Host");
  if (status === 403) return fail("proxy", "does not forward Host: some visitors' requests are refused");
  return fail("proxy", `responds ${status} to an empty form, where the site responds 422`);
}

/** What responds on HOST and PORT: a site that can store requests or not, another program, or an error's code. */
export async function whoResponds({ host = "localhost", port }: Config): Promise<string> {
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}/readyz`;
  return load(url).then(
    async (response) => /"(un)?writable"/.exec(await response.text())?.[0] ?? "other",
    errorCode,
  );
}
