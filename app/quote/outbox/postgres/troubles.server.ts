import type { StorageTrouble } from "~/quote/outbox/outbox.server";
import type { Connection } from "~/quote/outbox/postgres/connection.server";
import { Unavailable } from "~/quote/outbox/postgres/unavailable.server";

const KINDS: Record<string, StorageTrouble["kind"]> = {
  "42P01": "missing",
  EMISSING: "missing",
  EREPLACED: "replaced",
  EOTHERSITE: "replaced",
};

const SERVER_SETTINGS = `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
  current_setting('synchronous_standby_names') <> '' AS "isSynchronous",
  (SELECT count(*)::int FROM pg_stat_replication) AS replicas,
  (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS "isEncrypted"`;

type Row = { fsync: string; commit: string; isSynchronous: boolean; replicas: number; isEncrypted: boolean };

/** Whether a host is another machine. A name without a dot is local: localhost, or a container beside this one. */
const isRemote = (host: string) => /[.:]/.test(host) && !/^127\.|^\[?::1/.test(host);

/**
 * Checks whether the server can be used, is encrypted if remote, and does not lose what it acknowledges. Never throws. `probe`
 * rejects if the store cannot be written. `createdAt`: when this process created the tables (ISO 8601).
 */
export async function findTroubles(
  { read }: Pick<Connection, "read">,
  probe: () => Promise<void>,
  url: string,
  createdAt?: string,
): Promise<StorageTrouble[]> {
  const troubles: StorageTrouble[] = [];
  try {
    await probe();
    const [row] = await read<Row>(SERVER_SETTINGS);
    const { fsync, commit, isSynchronous, replicas, isEncrypted } = row as Row;
    if (createdAt) troubles.push({ kind: "created", since: createdAt, detail: CREATED });
    if (fsync === "off" || commit === "off")
      troubles.push({
        kind: "may_lose",
        detail: `fsync is ${fsync} and synchronous_commit ${commit} in PostgreSQL: a crash of the server loses requests. Set both to on.`,
      });
    else if (replicas > 0 && (!isSynchronous || commit === "local"))
      troubles.push({ kind: "may_lose", detail: ASYNCHRONOUS });
    if (!isEncrypted && isRemote(new URL(url).hostname))
      troubles.push({ kind: "unencrypted", detail: "Add ?sslmode=verify-full to DATABASE_URL." });
  } catch (error) {
    const { code, reason } = error instanceof Unavailable ? error : Unavailable.from(error);
    const kind = KINDS[code] ?? "unwritable";
    troubles.push({ kind, code, detail: `PostgreSQL (DATABASE_URL): ${reason}.` });
  }
  return troubles;
}

const ASYNCHRONOUS =
  "PostgreSQL has a replica, and does not wait for it: a failover loses the requests of the last second. Set synchronous_standby_names, and synchronous_commit to on.";

export const CREATED =
  "PostgreSQL (DATABASE_URL) held no tables of the site, and new ones were made. Normal on a first start. Otherwise it is a different database now: set the previous DATABASE_URL, or its waiting requests are not sent.";
