import type { DeliveryClass } from "~/quote/delivery/delivery-classes.server";
import type { ChannelName, StoredRequest } from "~/quote/lifecycle/stored-quote.server";

/** The result of one attempt. `bytes` counts what was read of the response; `ms` is the whole attempt. */
export type Attempt = {
  class: DeliveryClass;
  status?: number;
  bytes: number;
  ms: number;
  retryAfterS?: number;
  /** Of a network error, e.g. "ECONNREFUSED". */
  code?: string;
};

/** A way to the owner. `send` makes one attempt, and never throws for what the network or the other side does. */
export type Channel = {
  name: ChannelName;
  /** How old a request must be before this channel sends it, in milliseconds; 0 sends at once. */
  afterMs: number;
  send: (request: StoredRequest) => Promise<Attempt>;
};

/** What the rules need to know of the channels. */
export type Channels = readonly Pick<Channel, "name" | "afterMs">[];
