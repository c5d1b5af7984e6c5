import type { Log } from "~/log/log.server";
import type { Channels } from "~/quote/delivery/channel.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { projectTypeLabel } from "~/quote/request";

type Arrival = "accepted" | "waiting" | "held";

/** Logs that a request arrived: what it is about and what became of it, nothing personal. */
export function announceArrival({ id, form, request }: StoredRequest, state: Arrival, log: Log): void {
  log("debug", "quote.arrived", { id, form, service: projectTypeLabel(request.projectType), state });
}

/** What an attempt says about a new request: its first acceptance, or that all channels that send at once have failed. */
export function arrivalOf(
  { announced, attempts = [] }: StoredRequest,
  isAccepted: boolean,
  channels: Channels,
): Arrival | undefined {
  const left = Math.max(1, channels.filter(({ afterMs }) => afterMs === 0).length) - attempts.length;
  if (announced || left < 1) return undefined;
  return isAccepted ? "accepted" : left === 1 ? "waiting" : undefined;
}
