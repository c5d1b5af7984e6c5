import { refusalOf } from "~/quote/refusals.server";
import { config } from "~/server/config.server";
import { log } from "~/server/log.server";

type Place = { place: string; probe(): Promise<void>; advice: { unwritable: string } };

/** Says once at start what an operator must know: whether requests are safe, whether they are sent, what is unset. */
export async function announceStart(places: Place[]): Promise<void> {
  const { forwardUrl, mailSettings, outboxDir, valkeySettings, placeholders, siteUrlGiven } = config;
  if (!forwardUrl && !mailSettings) {
    const where = valkeySettings ? "Valkey" : `${outboxDir}/new`;
    const advice = `FORWARD_URL is not set: requests are kept in ${where} and sent nowhere. Set it to go live.`;
    log("warn", "relay.unconfigured", { advice });
  }
  if (placeholders.length > 0 || !siteUrlGiven) {
    const unset = siteUrlGiven ? placeholders : ["SITE_URL", ...placeholders];
    log("warn", "settings.default", {
      unset,
      advice: "Visitors see placeholders. Set these before going live.",
    });
  }
  for (const { place, probe, advice } of places) {
    await probe().then(
      () => log("info", "outbox.durable", { place }),
      (error) => {
        const fault = refusalOf(error);
        // `valkey.away` has said it.
        if (fault !== "EAWAY") log("error", "outbox.unwritable", { place, fault, advice: advice.unwritable });
      },
    );
  }
}
