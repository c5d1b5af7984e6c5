import { join } from "node:path";
import { request } from "undici";
import type { Config } from "~/config/config.server";
import { errorCode } from "~/log/error-code";
import { type Finding, fail, ok, thrown, warn } from "~/monitoring/checks/finding";
import { marksOf, reportPass } from "~/monitoring/checks/report-pass.server";
import { disk } from "~/quote/outbox/disk.server";
import { readKey } from "~/quote/outbox/folder-key.server";
import { parseJson } from "~/quote/outbox/parse-json";

/** The site gives its disk three seconds, several times. */
const TIMEOUT_MS = 15_000;

/** What the doctor can show a site, and expects of it; or why the key cannot be read, an error's code. */
export type Proof = ({ pass: string } & Awaited<ReturnType<typeof marksOf>>) | string;

/** Reads the outbox's key, which proves who is asking. The doctor touches nothing else in the outbox. */
export async function makeProof(config: Config): Promise<Proof> {
  const key = await disk(() => readKey(join(config.outboxDir, "key"))).catch(errorCode);
  return typeof key === "string" ? key : { pass: reportPass(key), ...(await marksOf(config, key)) };
}

const isMissing = (proof: Proof) => proof === "ENOENT" || proof === "ENOTDIR";

const ADVICE: Record<string, string> = {
  EACCES: " Run the doctor as root, or as the folder's owner, who must be able to read it",
  EDAMAGED: " The site's log says what to do: outbox.key",
};

/** Asks the site on HOST and PORT how its outbox is. */
export async function askSite(config: Config, proof: Proof): Promise<Finding[]> {
  const { outboxDir: dir, port } = config;
  const silent = `the outbox was not checked: no site responds on port ${port}. Start it, or run the doctor where it runs`;
  const found = await ask(config, proof).catch(thrown("fail", "running site", silent));
  if (typeof proof !== "string") return [found].flat();
  const text = isMissing(proof)
    ? `there is no outbox in ${dir} (${proof}). If the site has run before, mount its volume. If not, its first start makes one`
    : `the key in ${dir} cannot be read (${proof}), so the site cannot know who is asking.${ADVICE[proof] ?? ""}`;
  return [found, fail("outbox", text)].flat();
}

async function ask({ host, port, outboxDir }: Config, proof: Proof): Promise<Finding[] | Finding> {
  const isEvery = host === undefined || host === "0.0.0.0" || host === "::";
  const name = isEvery ? "localhost" : host.includes(":") ? `[${host}]` : host;
  const { pass, settings } = typeof proof === "string" ? {} : proof;
  const headers = pass ? { Authorization: pass } : {};
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { body } = await request(`http://${name}:${port}/readyz`, { headers, signal });
  type Said = { report?: Finding[]; settings?: string; outbox?: string };
  const said = parseJson(await body.text()) as Said | undefined;
  if (said?.report) {
    if (said.settings === settings) return said.report;
    const other = "it runs with other settings than the doctor's. Restart it";
    return [...said.report, warn("running site", other)];
  }
  if (!said?.outbox)
    return fail("running site", `another program responds on port ${port}. Stop it, or set PORT`);
  if (said.outbox === "unwritable")
    return fail("outbox", "the site cannot save requests. Its log says why: outbox.unwritable");
  if (!pass && !isMissing(proof)) return ok("running site", "can save requests");
  const another = `the site does not report on ${outboxDir}: it has another OUTBOX_DIR, or must be restarted`;
  return fail("outbox", another);
}
