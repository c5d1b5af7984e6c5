import type { ResponseClass } from "~/quote/lifecycle/response-classes.server";
import type { ChannelName, StoredQuote } from "~/quote/lifecycle/stored-quote.server";

/** What came of one attempt. `bytes`: how much of the response was read; `ms`: how long the whole attempt took. */
export type AttemptResult = {
  class: ResponseClass;
  status?: number;
  bytes: number;
  ms: number;
  retryAfterS?: number;
  /** Of a network error, such as "ECONNREFUSED". */
  code?: string;
  /** Of a redirect: the host and path that it leads to. */
  location?: string;
};

/** A channel to the owner. `send` makes one attempt, and never throws for what the network or the other side does. */
export type Channel = {
  name: ChannelName;
  /** How old a quote must be before this channel sends it, in milliseconds. 0: it sends a new quote immediately. */
  delayMs: number;
  send: (quote: StoredQuote) => Promise<AttemptResult>;
};

/** What the rules need to know of the channels. */
export type Channels = readonly Pick<Channel, "name" | "delayMs">[];

/** The channels that send a new quote while its visitor waits. */
export const immediateChannels = <Of extends Pick<Channel, "delayMs">>(channels: readonly Of[]): Of[] =>
  channels.filter(({ delayMs }) => delayMs === 0);
