import type { Log } from "~/log/log.server";
import type { Channels } from "~/quote/delivery/channel.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { projectTypeLabel } from "~/quote/request";

type Arrival = "accepted" | "waiting" | "held";

/** Says that a request arrived, for those who watch the log: what it is about and what became of it, nothing personal. */
export function announceArrival({ id, form, request }: StoredRequest, state: Arrival, log: Log): void {
  log("debug", "quote.arrived", { id, form, service: projectTypeLabel(request.projectType), state });
}

/**
 * What an attempt tells of a new request: the first acceptance, or that all channels that send at once have failed.
 * Undefined for a request that was announced.
 */
export function arrivalOf(
  request: StoredRequest,
  isAccepted: boolean,
  channels: Channels,
): Arrival | undefined {
  if (request.announced) return undefined;
  const made = (request.attempts?.length ?? 0) + 1;
  const first = Math.max(1, channels.filter(({ afterMs }) => afterMs === 0).length);
  if (isAccepted) return made <= first ? "accepted" : undefined;
  return made === first ? "waiting" : undefined;
}
