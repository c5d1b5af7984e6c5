import { createHmac, timingSafeEqual } from "node:crypto";
import { statfs } from "node:fs/promises";
import { errorCode } from "~/config/error-code";
import { disk } from "~/quote/outbox/disk.server";
import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";
import { version } from "../../../package.json";

export type SelfReport = Awaited<ReturnType<typeof reportOn>>;

/**
 * What the site finds of its outbox, with its own rights. `code`: why no request can be kept; undefined if one can. `counts`
 * is the error's code where requests cannot be counted, `space` where the disk tells nothing. No personal data.
 */
export async function reportOn({ dir, probe, counts, advice }: FolderOutbox) {
  return {
    version,
    uid: process.getuid?.(),
    code: await probe().then(() => undefined, errorCode),
    counts: await counts().catch(errorCode),
    space: await disk(() => statfs(dir)).then(
      ({ type, bavail, bsize }) => ({ type, freeMb: Math.floor((bavail * bsize) / 1e6) }),
      errorCode,
    ),
    advice,
  };
}

/** The `Authorization` that asks for the report. Only who may read the outbox's key can make it. */
export const reportPass = (key: Buffer) =>
  `Bearer ${createHmac("sha256", key).update("report").digest("hex")}`;

/** Whether a request's `Authorization` is the pass. */
export async function isReportPass(given: string | null, { idKey }: Pick<FolderOutbox, "idKey">) {
  const key = given && (await idKey().catch(() => undefined));
  if (!key) return false;
  const [pass, guess] = [Buffer.from(reportPass(key)), Buffer.from(given)];
  return pass.length === guess.length && timingSafeEqual(pass, guess);
}
