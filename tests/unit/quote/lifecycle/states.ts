import type { ChannelState, StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { MINUTE, sampleQuote } from "../intake/sample-quote";

/** Quotes and channel states for the tables. Times are milliseconds after the quote came. */

export const date = (ms: number) => new Date(Date.parse(sampleQuote().receivedAt) + ms);
export const iso = (ms: number) => date(ms).toISOString();

export const RETRY_DELAYS_S = [900, 3_600, 14_400, 43_200, 86_400];
export const forward = { name: "forward", delayMs: 0 } as const;
export const mail = { name: "mail", delayMs: 0 } as const;
export const lateMail = { name: "mail", delayMs: 15 * MINUTE } as const;

/** A channel that failed once, but for `more`. */
export const state = (more: Partial<ChannelState> = {}): ChannelState => ({
  ...{ count: 1, at: iso(0), class: "throttled" },
  ...more,
});
export const accepted = state({ class: "accepted", accepted: true });
export const exhausted = state({ class: "redirected", count: 3, uncertain: 3 });

export const quote = (more: Partial<StoredQuote> = {}): StoredQuote => ({ ...sampleQuote(), ...more });
/** A quote that the forwarding service has tried. */
export const tried = (more: Partial<ChannelState> = {}) => ({ tries: { forward: state(more) } });
