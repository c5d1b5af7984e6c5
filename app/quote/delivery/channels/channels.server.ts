import { config } from "~/config/config.server";
import { relay } from "~/quote/delivery/channels/forward.server";
import { mail } from "~/quote/delivery/channels/smtp.server";
import type { Channel } from "~/quote/lifecycle/channel.server";

const { forwardUrl, siteOrigin, forwardTimeoutMs, mailSettings, mailAfterS } = config;

/** The channels that the settings define. */
export const channels: Channel[] = [];
if (forwardUrl) {
  const settings = { forwardUrl, siteOrigin, timeoutMs: forwardTimeoutMs };
  channels.push({ name: "forward", delayMs: 0, send: (quote) => relay(quote, settings) });
}
if (mailSettings) {
  // Loaded only if it is used, and then at the start: an upgrade may replace it later.
  await import("nodemailer");
  const settings = { ...mailSettings, siteHost: new URL(siteOrigin).hostname, timeoutMs: forwardTimeoutMs };
  // As the only channel it always sends at once.
  const delayMs = forwardUrl ? mailAfterS * 1000 : 0;
  channels.push({ name: "mail", delayMs, send: (quote) => mail(quote, settings) });
}
