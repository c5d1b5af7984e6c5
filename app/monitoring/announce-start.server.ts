import { join } from "node:path";
import { config } from "~/config/config.server";
import { errorCode } from "~/log/error-code";
import { hourly } from "~/log/hourly-log.server";
import { log } from "~/log/log.server";
import { checkSettings } from "~/monitoring/checks/check-settings.server";
import { disk } from "~/quote/outbox/disk.server";
import { listFiles } from "~/quote/outbox/durable-files.server";
import type { Outbox } from "~/quote/outbox/outbox.server";

/** Logs at start what the operator must know: which settings are missing, and whether requests are kept. */
export async function announceStart(outboxes: readonly Outbox[]): Promise<void> {
  for (const { level, about, text } of checkSettings(config))
    if (level !== "ok")
      log(level === "fail" ? "error" : "warn", "settings.unset", { advice: `${about}: ${text}.` });
  const place = config.outboxDir;
  for (const { name, probe, advice } of outboxes) {
    const code = await probe().then(() => undefined, errorCode);
    if (!code) log("info", "outbox.durable", { place: name });
    // PostgreSQL's own line says that it is away.
    else if (name === place)
      hourly.log("error", "outbox.unwritable", { place, code, advice: advice.unwritable });
  }
  // A disk that cannot be read has its own line.
  const { length } = await disk(() => listFiles(join(place, "suspect"))).catch(() => []);
  if (length === 0) return;
  const advice = `Version 1.0.0 set these requests aside as spam and did not send them. To send them: mv ${place}/suspect/*.json ${place}/new/`;
  log("warn", "outbox.leftover", { count: length, advice });
}
