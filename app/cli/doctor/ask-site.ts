import { join } from "node:path";
import { request } from "undici";
import type { Config } from "~/config/config.server";
import { errorCode } from "~/config/error-code";
import { type Finding, fail, thrown } from "~/config/finding";
import { parseJson } from "~/config/parse-json";
import { disk } from "~/quote/outbox/disk.server";
import { readKey } from "~/quote/outbox/folder-key.server";
import { reportPass } from "~/quote/outbox/report-pass.server";

/** The site gives its disk three seconds, several times. */
const TIMEOUT_MS = 15_000;

/** Asks the site on HOST and PORT how its outbox is. In the outbox it only reads the key, which proves who asks. */
export async function askSite(config: Config): Promise<Finding[]> {
  const { outboxDir: dir, port } = config;
  const key = await disk(() => readKey(join(dir, "key"))).catch(errorCode);
  const silent = `the outbox was not tried: no site answers on port ${port}. Start it, or run the doctor where it runs`;
  const found = await ask(config, key).catch(thrown("fail", "running site", silent));
  if (typeof key !== "string") return [found].flat();
  const advice = "If the site has run before, mount its volume. If not, its first start makes one";
  const none = `there is no outbox in ${dir} (${key}). ${advice}`;
  const isThere = key !== "ENOENT" && key !== "ENOTDIR";
  const about = isThere ? `the key in ${dir} cannot be read (${key}), and proves who asks` : none;
  return [found, fail("outbox", about)].flat();
}

async function ask({ host, port, outboxDir }: Config, key: Buffer | string): Promise<Finding[]> {
  const isEvery = host === undefined || host === "0.0.0.0" || host === "::";
  const name = isEvery ? "localhost" : host.includes(":") ? `[${host}]` : host;
  const headers = typeof key === "string" ? {} : { Authorization: reportPass(key) };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { body } = await request(`http://${name}:${port}/readyz`, { headers, signal });
  const said = parseJson(await body.text()) as { report?: Finding[]; outbox?: string } | undefined;
  if (said?.report) return said.report;
  if (said?.outbox === "unwritable")
    return [fail("outbox", "the site cannot keep a request. Its log says why: outbox.unwritable")];
  return said?.outbox
    ? [
        fail(
          "outbox",
          `the site does not report on ${outboxDir}: it has another OUTBOX_DIR, or must be restarted`,
        ),
      ]
    : [fail("running site", `another program answers on port ${port}. Stop it, or set PORT`)];
}
