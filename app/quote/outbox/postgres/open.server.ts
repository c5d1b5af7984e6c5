import type { Log } from "~/log/log.server";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { DATABASE_METADATA, type InsertResult, type Outbox } from "~/quote/outbox/outbox.server";
import { connect } from "~/quote/outbox/postgres/connection.server";
import { makeMetadata } from "~/quote/outbox/postgres/metadata.server";
import { openPostgresOutbox } from "~/quote/outbox/postgres/store.server";

const CREATED =
  "PostgreSQL (DATABASE_URL) held no outbox, and a new one was made. On a first start there is nothing to do. Otherwise it is another database than before: set the former DATABASE_URL, or its waiting requests are not sent.";

/**
 * Connects to PostgreSQL, and opens the outbox in it. The first process brings its folder's key for ids; while PostgreSQL is away
 * each has its own, so only repeats are not recognized then.
 *
 * @param folder the outbox of this machine
 */
export async function openPostgres(
  url: string,
  folder: Pick<Outbox, "idKey" | "remove" | "writeMetadata">,
  options: { log: Log; keepSentDays: number; leaseMs?: number; leadsMs?: number; waitMs?: number },
) {
  const { log, keepSentDays, leaseMs = 0, leadsMs = 0, waitMs } = options;
  const connection = await connect(url, log, waitMs);
  const { redeliveryLock, getOrInsert, readMetadata, writeMetadata } = makeMetadata(connection, leadsMs);
  let key: Buffer | undefined;

  async function idKey(): Promise<Buffer> {
    if (key) return key;
    const own = await folder.idKey();
    const agreed = await getOrInsert("key", own.toString("hex")).catch(() => undefined);
    if (agreed?.isNew) log("warn", "outbox.created", { place: "PostgreSQL", advice: CREATED });
    key = agreed && Buffer.from(agreed.value, "hex");
    return key ?? own;
  }
  // Read at the next start, perhaps without DATABASE_URL.
  void folder
    .writeMetadata(DATABASE_METADATA, "PostgreSQL (DATABASE_URL) takes the requests.\n")
    .catch(() => {});

  const { withdraw, ...outbox } = openPostgresOutbox(connection, leaseMs, keepSentDays);

  async function insert(request: StoredQuote): Promise<InsertResult> {
    const inserted = await outbox.insert(request);
    // The folder may have one from before, kept while PostgreSQL was away.
    void folder.remove(request.id).catch(() => {});
    return inserted;
  }

  return {
    outbox: { ...outbox, insert, idKey, readMetadata, writeMetadata } satisfies Outbox,
    withdraw,
    redeliveryLock,
    query: connection.query,
  };
}
