import { parseJson } from "~/config/parse-json";
import type { Entry, Index } from "~/quote/outbox/outbox.server";
import { asEntry, type StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Valkey } from "~/quote/valkey/connection.server";

/** How many entries one call reads. */
const AT_ONCE = 1_000;

/** What the index holds of a request. */
export const formatEntry = ({ id, receivedAt, waitingSince, heldUntil, tries }: StoredRequest) =>
  JSON.stringify({ id, receivedAt, waitingSince, heldUntil, tries });

/**
 * Makes the function that reads the index of the waiting requests. Of one whose entry is damaged or missing, `read` gets
 * the request itself.
 */
export function makeValkeyIndex(
  valkey: Valkey,
  name: string,
  read: (id: string) => Promise<StoredRequest | undefined>,
) {
  let known = new Map<string, { text: string; entry: Entry }>();

  return async function index(): Promise<Index> {
    const found: typeof known = new Map();
    let cursor = "0";
    do {
      const [next, texts] = await valkey.ask((client) => client.hscan(name, cursor, "COUNT", AT_ONCE));
      for (let at = 0; at + 1 < texts.length; at += 2) {
        const [id = "", text = ""] = texts.slice(at, at + 2);
        const entry = await entryOf(id, text);
        if (entry) found.set(id, { text, entry });
      }
      cursor = next;
    } while (cursor !== "0");
    known = found;
    const entries = [...found.values()].map(({ entry }) => entry);
    return { entries: entries.sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1)), damaged: [] };
  };

  async function entryOf(id: string, text: string): Promise<Entry | undefined> {
    const before = known.get(id);
    if (before?.text === text) return before.entry;
    const request = asEntry(parseJson(text)) ?? (await read(id));
    return request && { ...request, seenAt: before?.entry.seenAt ?? performance.now() };
  }
}
