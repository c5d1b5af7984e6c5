import { errorCode } from "~/log/error-code";
import {
  parseStoredQuote,
  STATUSES,
  type Status,
  type StoredQuote,
  withDefaultReceipt,
} from "~/quote/lifecycle/stored-quote.server";
import { DiskTimeout } from "~/quote/outbox/folder/io-limiter.server";
import type { Outbox } from "~/quote/outbox/outbox.server";

/** A stored request as read: its text, and either the parsed request or what is wrong with it. */
export type Found = { outbox: Outbox; place: Status; id: string; text: string } & (
  | { request: StoredQuote; problem?: undefined }
  | { request?: undefined; problem: string }
);

/**
 * Reads the requests of some places, one at a time: all of them may be larger than this process. A file that cannot be
 * read does not stop the others, nor does a folder, found as `*`. A disk that hangs does: throws `DiskTimeout`.
 */
export async function* requestsIn(
  outboxes: readonly Outbox[],
  places: readonly Status[] = STATUSES,
): AsyncGenerator<Found> {
  for (const place of places)
    for (const outbox of outboxes)
      for (const id of await outbox.ids(place).catch(unreadable)) {
        const found = typeof id === "string" ? await findIn(place, id, outbox) : { outbox, place, ...id };
        if (found) yield found;
      }
}

/** Finds a request in any place. Throws if no place holds it. */
export async function find(id: string, outboxes: readonly Outbox[]): Promise<Found> {
  for (const place of STATUSES)
    for (const outbox of outboxes) {
      const found = await findIn(place, id, outbox);
      if (found) return found;
    }
  throw new Error(`There is no request ${id}.`);
}

async function findIn(place: Status, id: string, outbox: Outbox): Promise<Found | undefined> {
  const where = { outbox, place, id };
  try {
    const text = await outbox.text(place, id);
    if (text === undefined) return undefined;
    const request = parseStoredQuote(text);
    if (!request) return { ...where, text, problem: "is damaged" };
    if (request.id !== id) return { ...where, text, problem: "is damaged: it is not named by its id" };
    return { ...where, text, request: place === "sent" ? withDefaultReceipt(request) : request };
  } catch (error) {
    return { ...unreadable(error)[0], ...where };
  }
}

function unreadable(error: unknown) {
  if (error instanceof DiskTimeout) throw error;
  return [{ id: "*", text: "", problem: `cannot be read (${errorCode(error)})` }] as const;
}
