import { join } from "node:path";
import { request } from "undici";
import { checkOutbox } from "~/cli/doctor/check-outbox";
import { type Finding, fail, ok } from "~/cli/doctor/finding";
import type { Config } from "~/config/config.server";
import { errorCode } from "~/config/error-code";
import { parseJson } from "~/config/parse-json";
import { disk } from "~/quote/outbox/disk.server";
import { readKey } from "~/quote/outbox/folder-key.server";
import { reportPass, type SelfReport } from "~/quote/outbox/self-report.server";

/** The site gives its disk three seconds, several times. */
const TIMEOUT_MS = 15_000;

type Readiness = { outbox: "writable" | "unwritable"; report?: SelfReport };

/** Asks the site on HOST and PORT how its outbox is. In the outbox it only reads the key, which proves who asks. */
export async function askSite({ host, port, outboxDir: dir }: Config): Promise<Finding[]> {
  const key = await disk(() => readKey(join(dir, "key"))).catch(errorCode);
  const site = await ask(host, port, key).catch(errorCode);
  return [
    describeSite(site, port),
    ...(typeof key === "string" ? [noKey(key, dir)] : []),
    ...(typeof site === "object" ? describeOutbox(site, typeof key !== "string", dir) : []),
  ];
}

/** @returns undefined where another program answers */
async function ask(host: string | undefined, port: number, key: Buffer | string) {
  const isEvery = host === undefined || host === "0.0.0.0" || host === "::";
  const name = isEvery ? "localhost" : host.includes(":") ? `[${host}]` : host;
  const headers = typeof key === "string" ? {} : { Authorization: reportPass(key) };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { body } = await request(`http://${name}:${port}/readyz`, { headers, signal });
  const readiness = parseJson(await body.text()) as Partial<Readiness> | undefined;
  return readiness?.outbox ? (readiness as Readiness) : undefined;
}

function describeSite(site: Readiness | string | undefined, port: number): Finding {
  const about = "running site";
  if (typeof site === "string") {
    const where = "Start it, or run the doctor where it runs, with its settings";
    return fail(about, `no site answers on port ${port} (${site}), so the outbox was not tried. ${where}`);
  }
  if (!site) return fail(about, `another program answers on port ${port}. Stop it, or set PORT`);
  const { version, uid } = site.report ?? {};
  return ok(about, version ? `version ${version}, as user ${uid}, on port ${port}` : `on port ${port}`);
}

function noKey(code: string, dir: string): Finding {
  if (code !== "ENOENT" && code !== "ENOTDIR")
    return fail("outbox", `the key in ${dir} cannot be read (${code}), so the site does not report`);
  const advice = "If the site has run before, mount its volume. If not, its first start makes one";
  return fail("outbox", `there is no outbox in ${dir} (${code}). ${advice}`);
}

function describeOutbox({ outbox, report }: Readiness, hasKey: boolean, dir: string): Finding[] {
  if (report) return checkOutbox(report, dir);
  const advice = "The site has another OUTBOX_DIR, or must be restarted";
  return [
    ...(outbox === "unwritable"
      ? [fail("outbox", "the site cannot keep a request. Its log says why: outbox.unwritable")]
      : []),
    ...(hasKey ? [fail("outbox", `the site does not report on ${dir}. ${advice}`)] : []),
  ];
}
