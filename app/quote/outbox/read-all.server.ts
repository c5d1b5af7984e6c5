import { errorCode } from "~/log/error-code";
import {
  parseStoredQuote,
  STATUSES,
  type Status,
  type StoredQuote,
  withDefaultReceipt,
} from "~/quote/lifecycle/stored-quote.server";
import type { Outbox, StoredText } from "~/quote/outbox/outbox.server";

/** A stored request as read: its text, and either the parsed request or what is wrong with it. */
export type Found = { status: Status; id: string; text: string } & (
  | { request: StoredQuote; problem?: undefined }
  | { request?: undefined; problem: string }
);

/**
 * Reads the requests of some statuses, a few at a time: all of them may be larger than this process. A file that cannot be
 * read does not stop the others, nor does a folder, found as `*`. A disk that hangs does.
 */
export async function* requestsIn(
  outbox: Outbox,
  statuses: readonly Status[] = STATUSES,
): AsyncGenerator<Found> {
  for (const status of statuses) for await (const stored of outbox.texts(status)) yield parse(status, stored);
}

/** Finds a request of any status. Throws if there is none, or if it cannot be read. */
export async function find(id: string, outbox: Outbox): Promise<Found> {
  for (const status of STATUSES) {
    const text = await outbox.text(status, id);
    if (text !== undefined) return parse(status, { id, text });
  }
  throw new Error(`There is no request ${id}.`);
}

function parse(status: Status, stored: StoredText): Found {
  const { id } = stored;
  if (!("text" in stored))
    return { status, id, text: "", problem: `cannot be read (${errorCode(stored.error)})` };
  const { text } = stored;
  const quote = parseStoredQuote(text);
  if (!quote) return { status, id, text, problem: "is damaged" };
  if (quote.id !== id) return { status, id, text, problem: "is damaged: it is not named by its id" };
  return { status, id, text, request: status === "sent" ? withDefaultReceipt(quote) : quote };
}
