import { createHmac, timingSafeEqual } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "~/config/config.server";
import { disk } from "~/quote/outbox/folder/io-limiter.server";
import type { FolderStore } from "~/quote/outbox/folder/store.server";

const sign = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest("hex");

/** The `Authorization` that asks `/readyz` for a report. Making it takes the outbox's key. */
export const reportPass = (key: Buffer) => `Bearer ${sign(key, "report")}`;

/** Whether a request's `Authorization` is the pass. */
export async function isReportPass(given: string | null, { idKey }: Pick<FolderStore, "idKey">) {
  const key = given && (await idKey().catch(() => undefined));
  if (!key) return false;
  const [pass, guess] = [Buffer.from(reportPass(key)), Buffer.from(given)];
  return pass.length === guess.length && timingSafeEqual(pass, guess);
}

/**
 * What tells one installation from another, and nothing else about it: a hash of the settings, and one of the outbox folder.
 * A copy of the folder, as on an old server, has the same key in another file.
 */
export async function marksOf(config: Config, key: Buffer) {
  const found = await disk(() => stat(join(config.outboxDir, "key"))).catch(() => undefined);
  return {
    settings: sign(key, JSON.stringify(config)),
    folder: sign(key, `${found?.ino} ${found?.ctimeMs}`),
  };
}
