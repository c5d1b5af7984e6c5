import { config } from "~/config/config.server";
import { type Log, log } from "~/config/log.server";
import { ValkeyUnavailableError } from "~/quote/valkey/connection.server";
import { errorCode } from "~/quote/valkey/write-errors.server";

type Place = { place: string; probe(): Promise<void>; advice: { unwritable: string } };

/** Says once at start what an operator must know: what is unset, whether requests are safe, whether they are sent. */
export async function announceStart(places: Place[], sayTrouble: Log): Promise<void> {
  const { forwardUrl, mailSettings, outboxDir, valkeySettings, placeholders, samples, siteUrlGiven } = config;
  if (samples.length > 0) {
    const advice =
      "These still hold a sample of .env.example, and count as not set. Set them, or take them out.";
    log("error", "settings.sample", { settings: samples, advice });
  }
  if (placeholders.length > 0 || !siteUrlGiven) {
    const unset = siteUrlGiven ? placeholders : ["SITE_URL", ...placeholders];
    log("warn", "settings.default", {
      unset,
      advice: "Visitors see placeholders. Set these before going live.",
    });
  }
  const kept = await announcePlaces(places, sayTrouble);
  if (forwardUrl || mailSettings) return;
  if (kept) {
    const where = valkeySettings ? "Valkey" : `${outboxDir}/new`;
    const advice = `FORWARD_URL is not set: requests are kept in ${where} and sent nowhere. Set it to go live.`;
    log("warn", "relay.unconfigured", { advice });
  } else {
    const advice =
      "FORWARD_URL is not set and nothing can be kept: every visitor is told to call. Set it, and see outbox.unwritable.";
    log("error", "relay.unconfigured", { advice });
  }
}

/** Whether one of the places can keep requests. */
async function announcePlaces(places: Place[], sayTrouble: Log): Promise<boolean> {
  let kept = false;
  for (const { place, probe, advice } of places) {
    await probe().then(
      () => {
        kept = true;
        log("info", "outbox.durable", { place });
      },
      (error) => {
        // The log has said it: `valkey.away`.
        if (error instanceof ValkeyUnavailableError) return;
        sayTrouble("error", "outbox.unwritable", {
          place,
          fault: errorCode(error),
          advice: advice.unwritable,
        });
      },
    );
  }
  return kept;
}
