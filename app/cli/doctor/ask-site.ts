import { join } from "node:path";
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

export const load = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS), ...init });

type Said = { report?: Finding[]; settings?: string; folder?: string; outbox?: string };

/** What a site says of its outbox: to the doctor, who shows the pass, a report. */
export async function askReady(origin: string, proof: Proof): Promise<Said | undefined> {
  const headers = typeof proof === "string" ? undefined : { Authorization: proof.pass };
  return parseJson(await (await load(`${origin}/readyz`, { headers })).text()) as Said | undefined;
}

/** Asks the site on HOST and PORT how its outbox is. */
export async function askSite({ host = "localhost", port, outboxDir }: Config, proof: Proof) {
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const silent = `the outbox was not checked: no site responds on port ${port}. Start it, or run the doctor where it runs`;
  const found = await askReady(origin, proof).then(
    (said) => judge(said, proof, port, outboxDir),
    (error) => [thrown("fail", "running site", silent)(error)],
  );
  if (typeof proof !== "string") return found;
  const text = isMissing(proof)
    ? `there is no outbox in ${outboxDir} (${proof}). If the site has run before, mount its volume. If not, its first start makes one`
    : `the key in ${outboxDir} cannot be read (${proof}), so the site cannot know who is asking. Run the doctor as root, or as the folder's owner. The site's log says more: outbox.key`;
  return [...found, fail("outbox", text)];
}

function judge(said: Said | undefined, proof: Proof, port: number, outboxDir: string): Finding[] {
  const expected = typeof proof === "string" ? undefined : proof.settings;
  if (said?.report && said.settings === expected) return said.report;
  if (said?.report)
    return [
      ...said.report,
      warn("running site", "it runs with other settings than the doctor's. Restart it"),
    ];
  if (!said?.outbox)
    return [fail("running site", `another program responds on port ${port}. Stop it, or set PORT`)];
  if (said.outbox === "unwritable")
    return [fail("outbox", "the site cannot save requests. Its log says why: outbox.unwritable")];
  if (typeof proof === "string" && !isMissing(proof)) return [ok("running site", "can save requests")];
  const another = `the site does not report on ${outboxDir}: it has another OUTBOX_DIR, or must be restarted`;
  return [fail("outbox", another)];
}
