import type { Log } from "~/log/log.server";
import type { StoredRequest } from "~/quote/lifecycle/stored-quote.server";
import { DATABASE_NOTE, type Kept, type Outbox } from "~/quote/outbox/outbox.server";
import { connect } from "~/quote/outbox/postgres/connection.server";
import { makeNotes } from "~/quote/outbox/postgres/metadata.server";
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
  folder: Pick<Outbox, "idKey" | "remove" | "writeNote">,
  options: { log: Log; keepSentDays: number; leaseMs?: number; leadsMs?: number; waitMs?: number },
) {
  const { log, keepSentDays, leaseMs = 0, leadsMs = 0, waitMs } = options;
  const connection = await connect(url, log, waitMs);
  const { leaderLock, agreeOn, readNote, writeNote } = makeNotes(connection, leadsMs);
  let key: Buffer | undefined;

  async function idKey(): Promise<Buffer> {
    if (key) return key;
    const own = await folder.idKey();
    const agreed = await agreeOn("key", own.toString("hex")).catch(() => undefined);
    if (agreed?.isNew) log("warn", "outbox.created", { place: "PostgreSQL", advice: CREATED });
    key = agreed && Buffer.from(agreed.value, "hex");
    return key ?? own;
  }
  // Read at the next start, perhaps without DATABASE_URL.
  void folder.writeNote(DATABASE_NOTE, "PostgreSQL (DATABASE_URL) takes the requests.\n").catch(() => {});

  const { withdraw, ...outbox } = openPostgresOutbox(connection, leaseMs, keepSentDays);

  async function keep(request: StoredRequest): Promise<Kept> {
    const kept = await outbox.keep(request);
    // The folder may have one from before, kept while PostgreSQL was away.
    void folder.remove(request.id).catch(() => {});
    return kept;
  }

  return {
    outbox: { ...outbox, keep, idKey, readNote, writeNote } satisfies Outbox,
    withdraw,
    leaderLock,
    query: connection.query,
  };
}
