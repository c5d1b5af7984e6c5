import { join } from "node:path";
import { config } from "~/config/config.server";
import { errorCode } from "~/config/error-code";
import { hourly } from "~/config/hourly-log.server";
import { log } from "~/config/log.server";
import { disk } from "~/quote/outbox/disk.server";
import { listFiles } from "~/quote/outbox/durable-files.server";
import type { Backlog } from "~/quote/outbox/outbox.server";
import { ValkeyUnavailableError } from "~/quote/valkey/connection.server";

/** Logs at start what the operator must know: which settings are missing, and whether requests are kept and sent. */
export async function announceStart(backlogs: readonly Backlog[]): Promise<void> {
  const { forwardUrl, mailSettings, outboxDir, valkeySettings, placeholders, samples, siteUrlGiven } = config;
  if (samples.length > 0) {
    const advice =
      "These still hold a sample of .env.example and count as not set. Set them, or remove them.";
    log("error", "settings.sample", { settings: samples, advice });
  }
  if (placeholders.length > 0 || !siteUrlGiven) {
    const unset = siteUrlGiven ? placeholders : ["SITE_URL", ...placeholders];
    log("warn", "settings.default", { unset, advice: "Visitors see placeholders. Set these to go live." });
  }
  let kept = false;
  for (const { name: place, probe, advice } of backlogs) {
    try {
      await probe();
      kept = true;
      log("info", "outbox.durable", { place });
    } catch (error) {
      if (error instanceof ValkeyUnavailableError) continue; // The log has `valkey.away`.
      const facts = { place, code: errorCode(error), advice: advice.unwritable };
      hourly.log("error", "outbox.unwritable", facts);
    }
  }
  // A disk that cannot be read has its own line.
  const { length } = await disk(() => listFiles(join(outboxDir, "suspect"))).catch(() => []);
  if (length > 0) {
    const advice = `Version 1.0.0 set these requests aside as spam and did not send them. Send them: mv ${outboxDir}/suspect/*.json ${outboxDir}/new/`;
    log("warn", "outbox.leftover", { count: length, advice });
  }
  if (forwardUrl || mailSettings) return;
  const where = valkeySettings ? "Valkey" : `${outboxDir}/new`;
  const advice = kept
    ? `FORWARD_URL is not set: requests are kept in ${where} but not sent. Set it to go live.`
    : "FORWARD_URL is not set and nothing can be kept, so every visitor is asked to call. Set it, and fix outbox.unwritable.";
  log(kept ? "warn" : "error", "relay.unconfigured", { advice });
}
