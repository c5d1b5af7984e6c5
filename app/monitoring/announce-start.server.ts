import { join } from "node:path";
import { config } from "~/config/config.server";
import { errorCode } from "~/log/error-code";
import { hourly } from "~/log/hourly-log.server";
import { log } from "~/log/log.server";
import { disk } from "~/quote/outbox/disk.server";
import { listFiles } from "~/quote/outbox/durable-files.server";
import type { Outbox } from "~/quote/outbox/outbox.server";

/** Logs at start what the operator must know: which settings are missing, and whether requests are saved and sent. */
export async function announceStart(outboxes: readonly Outbox[]): Promise<void> {
  const { forwardUrl, mailSettings, outboxDir: place, placeholders, samples, siteUrlGiven } = config;
  if (samples.length > 0) {
    const advice = "These still hold the samples from .env.example and count as not set. Set or remove them.";
    log("error", "settings.sample", { settings: samples, advice });
  }
  if (placeholders.length > 0 || !siteUrlGiven) {
    const unset = siteUrlGiven ? placeholders : ["SITE_URL", ...placeholders];
    log("warn", "settings.default", { unset, advice: "Visitors see placeholders. Set these to go live." });
  }
  let code: string | undefined;
  for (const { name, probe, advice } of outboxes) {
    code = await probe().then(() => undefined, errorCode);
    if (!code) log("info", "outbox.durable", { place: name });
    // PostgreSQL's own line says that it is away.
    else if (name === place)
      hourly.log("error", "outbox.unwritable", { place, code, advice: advice.unwritable });
  }
  // A disk that cannot be read has its own line.
  const { length } = await disk(() => listFiles(join(place, "suspect"))).catch(() => []);
  if (length > 0) {
    const advice = `Version 1.0.0 set these requests aside as spam and did not send them. To send them: mv ${place}/suspect/*.json ${place}/new/`;
    log("warn", "outbox.leftover", { count: length, advice });
  }
  if (forwardUrl || mailSettings) return;
  const advice = code
    ? "FORWARD_URL is not set and nothing can be saved, so every visitor is asked to call. Set it, and fix outbox.unwritable."
    : `FORWARD_URL is not set: requests are saved in ${place}/new but not sent. Set it to go live.`;
  log(code ? "error" : "warn", "relay.unconfigured", { advice });
}
