import type { Entry, Index } from "~/quote/outbox/outbox.server";
import { parseNoted, parseStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Connection } from "~/quote/postgres/connection.server";

/** Makes the functions that read waiting requests. See `Outbox`. */
export function makeWaiting(
  { query, longQuery }: Pick<Connection, "query" | "longQuery">,
  text: (place: "new", id: string) => Promise<string | undefined>,
) {
  /** When this process first saw each, by a clock that nobody sets. */
  let seen = new Map<string, number>();
  /** Rows that hold no request, by id, with their version. */
  const unreadable = new Map<string, string>();

  async function read(id: string): Promise<StoredRequest | undefined> {
    const found = await text("new", id);
    const request = parseStoredRequest(found ?? "");
    if (found !== undefined && request?.id !== id) unreadable.set(id, (await stamp(id)) ?? "");
    return request?.id === id ? request : undefined;
  }

  async function stamp(id: string): Promise<string | undefined> {
    type Row = { version: number };
    const [row] = await query<Row>("SELECT version FROM request WHERE id = $1 AND place = 'new'", [id]);
    return row && String(row.version);
  }

  async function index(): Promise<Index> {
    type Row = { id: string; version: number; noted: number; entry: string };
    const rows = await longQuery<Row>(
      "SELECT id, version, noted, entry FROM request WHERE place = 'new' ORDER BY received",
    );
    const now = performance.now();
    const before = seen;
    seen = new Map(rows.map(({ id }) => [id, before.get(id) ?? now]));
    const entries: Entry[] = [];
    const damaged: Row[] = [];
    for (const row of rows) {
      const { id, version } = row;
      const noted = unreadable.get(id) === String(version) ? undefined : parseNoted(row.entry);
      if (noted) entries.push({ ...noted, id, stamp: String(version), seenAt: seen.get(id) ?? now });
      else damaged.push(row);
    }
    const oldest = Math.min(...damaged.map(({ noted }) => noted));
    const damagedSince = damaged.length > 0 ? new Date(oldest).toISOString() : undefined;
    return { entries, damaged: damaged.map(({ id }) => `${id}.json`), damagedSince };
  }

  return { read, stamp, index };
}
