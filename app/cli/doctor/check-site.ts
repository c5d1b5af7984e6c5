import { join } from "node:path";
import { request } from "undici";
import type { Config } from "~/config/config.server";
import { errorCode } from "~/log/error-code";
import { type Finding, fail, ok, thrown, warn } from "~/monitoring/checks/finding";
import { marksOf, reportPass } from "~/monitoring/checks/report-pass.server";
import { parseJson } from "~/quote/lifecycle/parse-json";
import { disk } from "~/quote/outbox/folder/io-limiter.server";
import { readKey } from "~/quote/outbox/folder/key.server";

/** The site gives its disk three seconds, several times. */
const TIMEOUT_MS = 15_000;

/** What the doctor can show a site, and expects of it; or why the key cannot be read, an error's code. */
type Proof = { problem?: string; pass?: string; settings?: string; folder?: string };

/** Reads the outbox's key, which proves who is asking. The doctor touches nothing else in the outbox. */
export async function makeProof(config: Config): Promise<Proof> {
  const key = await disk(() => readKey(join(config.outboxDir, "key"))).catch(errorCode);
  if (typeof key === "string") return { problem: key };
  return { pass: reportPass(key), ...(await marksOf(config, key)) };
}

const load = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS), ...init });

type Said = { report?: Finding[]; settings?: string; folder?: string; outbox?: string };

/** What a site says of its outbox: a report, if it takes the pass. */
async function askReady(origin: string, { pass }: Proof): Promise<Said> {
  // Not fetch, which refuses some ports.
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { body } = await request(`${origin}/readyz`, {
    headers: pass ? { Authorization: pass } : {},
    signal,
  });
  return Object(parseJson(await body.text()));
}

/** Asks the site on HOST and PORT how its outbox is. */
export async function askSite(config: Config, proof: Proof): Promise<Finding[]> {
  const { host = "localhost", port, outboxDir } = config;
  const silent = `the outbox was not checked: no site responds on port ${port}. Start it, or run the doctor where it runs`;
  const found = await askReady(`http://${host.includes(":") ? `[${host}]` : host}:${port}`, proof).then(
    (said) => judge(said, proof, config),
    (error) => [thrown("fail", "running site", silent)(error)],
  );
  const { problem } = proof;
  if (!problem) return found;
  const text = isMissing(problem)
    ? `there is no outbox in ${outboxDir} (${problem}). If the site has run before, mount its volume. If not, its first start makes one`
    : `the key in ${outboxDir} cannot be read (${problem}), so the site cannot know who is asking. Run the doctor as root, or as the folder's owner. The site's log says more: outbox.key`;
  return [...found, fail("outbox", text)];
}

const isMissing = (problem: string) => problem === "ENOENT" || problem === "ENOTDIR";

function judge(said: Said, { settings, problem }: Proof, { port, outboxDir }: Config): Finding[] {
  const other = warn("running site", "it runs with other settings than the doctor's. Restart it");
  if (said.report) return said.settings === settings ? said.report : [...said.report, other];
  if (!said.outbox)
    return [fail("running site", `another program responds on port ${port}. Stop it, or set PORT`)];
  if (said.outbox === "unwritable")
    return [fail("outbox", "the site cannot save requests. Its log says why: outbox.unwritable")];
  if (problem && !isMissing(problem)) return [ok("running site", "can save requests")];
  const another = `the site does not report on ${outboxDir}: it has another OUTBOX_DIR, or must be restarted`;
  return [fail("outbox", another)];
}

const ELSEWHERE =
  "Requests go there, not here. Check DNS and SITE_URL; a proxy in between must forward Authorization";

/** Checks the running site as a visitor sees it, through its proxies. Sends no request to the owner. */
export async function checkSite(siteOrigin: string, proof: Proof): Promise<Finding[]> {
  const health = await load(`${siteOrigin}/healthz`)
    .then(async (response) => ((await response.text()) === "ok\n" && response.ok) || response.status)
    .catch(errorCode);
  if (health !== true)
    return [fail("site", `${siteOrigin}/healthz does not say "ok" (${health}). Check DNS and the proxy`)];
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
  const { outbox, folder = proof.folder } = await askReady(siteOrigin, proof);
  return proof.pass !== undefined && (outbox !== undefined || folder !== proof.folder);
}

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
