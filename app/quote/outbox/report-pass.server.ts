import { createHmac, timingSafeEqual } from "node:crypto";
import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";

/** The `Authorization` that asks `/readyz` for a report. Only who may read the outbox's key can make it. */
export const reportPass = (key: Buffer) =>
  `Bearer ${createHmac("sha256", key).update("report").digest("hex")}`;

/** Whether a request's `Authorization` is the pass. */
export async function isReportPass(given: string | null, { idKey }: Pick<FolderOutbox, "idKey">) {
  const key = given && (await idKey().catch(() => undefined));
  if (!key) return false;
  const [pass, guess] = [Buffer.from(reportPass(key)), Buffer.from(given)];
  return pass.length === guess.length && timingSafeEqual(pass, guess);
}
