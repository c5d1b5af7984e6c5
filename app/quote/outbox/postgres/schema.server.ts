import { SAME_QUOTE_MS } from "~/quote/lifecycle/stored-quote.server";
import { Unavailable } from "~/quote/outbox/postgres/unavailable.server";

/** Version of the tables. A release that changes them must tell operators how to migrate. */
export const SCHEMA_VERSION = "1";

/** A lease that ends later than this is invalid and ignored. In milliseconds. */
const MAX_LEASE_MS = 10 * 60 * 1000;

/** SQL: the server's clock, which all processes share, in milliseconds since 1970. */
export const NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** SQL: whether a process holds a lease on the row, so it may be sending that quote. */
export const IS_LEASED = `(quote_request.leased_until > ${NOW} AND quote_request.leased_until <= ${NOW} + ${MAX_LEASE_MS})`;

/** SQL: whether the quote was accepted recently, so that an equal one is a repeat and is not sent. */
export const IS_REPEAT = `COALESCE(abs(${NOW} - quote_request.accepted_at) < ${SAME_QUOTE_MS}, false)`;

/** Times are `NOW` of the server, except `received`, which is the quote's `receivedAt`. */
export const TABLES = `
CREATE TABLE quote_request (
  id text PRIMARY KEY,
  status text NOT NULL, -- new, sent, dead
  received text NOT NULL,
  written_at bigint NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  accepted_at bigint, -- for IS_REPEAT
  leased_until bigint NOT NULL, -- until then only lease_holder sends it; 0: no lease
  lease_holder text NOT NULL,
  state text NOT NULL, -- DeliveryState, as JSON
  stored text NOT NULL -- StoredQuote, as JSON; last, so that counting never reads it
);
CREATE INDEX quote_request_status ON quote_request (status, id);
CREATE TABLE quote_metadata (name text PRIMARY KEY, value text NOT NULL, until bigint NOT NULL DEFAULT 0)`;

/** SQL: the rows that identify a database, for `checkIdentity`. It fails if the table of the requests is missing. */
export const IDENTITY = `SELECT name, value FROM quote_metadata
  WHERE name IN ('schema', 'key', 'site') AND NOT EXISTS (SELECT FROM quote_request WHERE false)`;

/** `key`: for the ids of quotes, hex. `siteName`: the host of SITE_URL. */
export type Identity = { key?: string; siteName?: string };

/** The identity in the rows of `IDENTITY`. Throws `Unavailable` if it is not the expected one. */
export function checkIdentity(rows: readonly { name?: string; value?: string }[], expected: Identity) {
  const found = new Map(rows.map(({ name, value }) => [name, value]));
  const [schema, key, siteName] = ["schema", "key", "site"].map((name) => found.get(name));
  if (!schema || !key) throw new Unavailable("EMISSING");
  if (schema !== SCHEMA_VERSION) throw new Unavailable("ESCHEMA");
  if (expected.key && key !== expected.key) throw new Unavailable("EREPLACED");
  if (siteName && expected.siteName && siteName !== expected.siteName) throw new Unavailable("EOTHERSITE");
  return { key, siteName };
}
