import { errorCode } from "~/log/error-code";
import {
  parseStoredQuote,
  STATUSES,
  type Status,
  type StoredQuote,
  withDefaultReceipt,
} from "~/quote/lifecycle/stored-quote.server";
import type { Outbox, StoredText } from "~/quote/outbox/outbox.server";

/** A stored quote: its text, and either the parsed quote (`request`) or what is wrong with the text. */
export type Found = { status: Status; id: string; text: string } & (
  | { request: StoredQuote; problem?: undefined }
  | { request?: undefined; problem: string }
);

/**
 * Streams the quotes of some statuses: together they may not fit into memory. A file, or a folder (id `*`), that cannot be
 * read is yielded with its `problem`. Throws `DiskTimeout`, or `Unavailable` from PostgreSQL.
 */
export async function* requestsIn(outbox: Outbox, statuses: readonly Status[] = STATUSES) {
  for (const status of statuses) for await (const stored of outbox.texts(status)) yield parse(status, stored);
}

/** Finds a quote of any status. Throws if there is none, or if it cannot be read. */
export async function find(id: string, outbox: Outbox): Promise<Found> {
  for (const status of STATUSES) {
    const read = await outbox.text(status, id).catch((error: unknown) => ({ error }));
    if (typeof read === "string") return parse(status, { id, text: read });
    if (read) return parse(status, { id, ...read });
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
