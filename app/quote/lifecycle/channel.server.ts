import type { ResponseClass } from "~/quote/lifecycle/response-classes.server";
import type { ChannelName, StoredQuote } from "~/quote/lifecycle/stored-quote.server";

/** The result of one attempt. `bytes`: how much of the response was read. `ms`: duration. `status`: HTTP or SMTP status. */
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

/** A channel to the owner. `send` makes one attempt; failures of the network or the service are results, never rejections. */
export type Channel = {
  name: ChannelName;
  /** How old a quote must be before this channel sends it, in milliseconds. 0: it sends a new quote immediately. */
  delayMs: number;
  send: (quote: StoredQuote) => Promise<AttemptResult>;
};

/** What the pure functions need to know about the channels. */
export type Channels = readonly Pick<Channel, "name" | "delayMs">[];

/** The channels that send a new quote while its visitor waits. */
export const immediateChannels = <Of extends Pick<Channel, "delayMs">>(channels: readonly Of[]): Of[] =>
  channels.filter(({ delayMs }) => delayMs === 0);
