import { askReady, load, type Proof } from "~/cli/doctor/ask-site";
import { errorCode } from "~/log/error-code";
import { type Finding, fail, ok, thrown, warn } from "~/monitoring/checks/finding";

const ELSEWHERE =
  "Requests go there, not here. Check DNS and SITE_URL; a proxy in between must forward Authorization";

/** Checks the running site as a visitor sees it, through its proxies. Sends no request to the owner. */
export async function checkSite(siteOrigin: string, proof: Proof): Promise<Finding[]> {
  const health = await load(`${siteOrigin}/healthz`).then(
    async (response) => ((await response.text()) === "ok\n" && response.ok) || response.status,
    errorCode,
  );
  if (health !== true)
    return [
      fail(
        "site",
        `${siteOrigin}/healthz does not say this site's "ok" (${health}). Check DNS and the proxy`,
      ),
    ];
  return [
    (await isOtherInstallation(siteOrigin, proof).catch(() => false))
      ? fail("site", `${siteOrigin} leads to another installation. ${ELSEWHERE}`)
      : ok("site", `${siteOrigin} responds`),
    await checkHttps(siteOrigin),
    await checkHost(siteOrigin).catch(thrown("fail", "proxy", "does not respond to a post")),
  ];
}

/** A proxy may keep /readyz to itself: then nobody can know. */
async function isOtherInstallation(siteOrigin: string, proof: Proof): Promise<boolean> {
  if (typeof proof === "string") return false;
  const said = await askReady(siteOrigin, proof);
  return said?.outbox !== undefined || (said?.folder ?? proof.folder) !== proof.folder;
}

async function checkHttps(siteOrigin: string): Promise<Finding> {
  if (!siteOrigin.startsWith("https:"))
    return warn("https", "SITE_URL is http: anybody on the network can read the requests");
  const plain = siteOrigin.replace(/^https:/, "http:");
  const target = await load(plain).then(
    ({ headers }) => new URL(headers.get("location") ?? "", plain).origin,
    () => siteOrigin,
  );
  return target === siteOrigin
    ? ok("https", "http leads nowhere else")
    : warn("https", "http does not redirect to https. Set this up in the proxy");
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
