import type { Place, Shelves } from "~/quote/outbox/outbox.server";
import { PLACES } from "~/quote/outbox/outbox.server";
import { parseStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";

/** A request as an outbox has it. `request` is undefined if its text is damaged. */
export type Found = { shelves: Shelves; place: Place; id: string; text: string; request?: StoredRequest };

/** Reads the requests of a place, one at a time: all of them may be larger than this process. */
export async function* requestsIn(place: Place, all: readonly Shelves[]): AsyncGenerator<Found> {
  for (const shelves of all)
    for (const id of await shelves.ids(place)) {
      const text = await shelves.text(place, id);
      if (text !== undefined) yield { shelves, place, id, text, request: parseStoredRequest(text) };
    }
}

/** Finds a request in any place. Throws if no place holds it. */
export async function find(id: string, all: readonly Shelves[]): Promise<Found> {
  for (const shelves of all)
    for (const place of PLACES) {
      const text = await shelves.text(place, id);
      if (text !== undefined) return { shelves, place, id, text, request: parseStoredRequest(text) };
    }
  throw new Error(`There is no request ${id}.`);
}
