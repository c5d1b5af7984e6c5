import { SAME_QUOTE_MS } from "~/quote/lifecycle/stored-quote.server";
import { Unavailable } from "~/quote/outbox/postgres/unavailable.server";

/** Of the tables. A release that changes them must say what an operator does. */
export const SCHEMA_VERSION = "1";

/** A lease that ends later was written by a wrong hand. In milliseconds. */
const MAX_LEASE_MS = 10 * 60 * 1000;

/** The server's clock, in milliseconds since 1970: all processes share it. */
export const NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** Whether one process may be sending a request now. The end of its lease is in the row, whatever its own settings are. */
export const IS_LEASED = `(quote_request.leased_until > ${NOW} AND quote_request.leased_until <= ${NOW} + ${MAX_LEASE_MS})`;

/** Whether a repeat of it is not sent. */
export const IS_REPEAT = `COALESCE(abs(${NOW} - quote_request.accepted_at) < ${SAME_QUOTE_MS}, false)`;

/** Times are by `NOW`, but `received` is the request's own. */
export const TABLES = `
CREATE TABLE quote_request (
  id text PRIMARY KEY,
  status text NOT NULL, -- new, sent, dead
  received text NOT NULL,
  written_at bigint NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  accepted_at bigint, -- for "not again within the hour"
  leased_until bigint NOT NULL, -- until then only its holder sends it; 0: nobody sends it now
  lease_holder text NOT NULL,
  state text NOT NULL, -- its times and tries, as JSON
  stored text NOT NULL -- the request, as JSON; last, so that counting never reads it
);
CREATE INDEX quote_request_status ON quote_request (status, id);
CREATE TABLE quote_metadata (name text PRIMARY KEY, value text NOT NULL, until bigint NOT NULL DEFAULT 0)`;

/** What tells one database from another. */
export const IDENTITY = "SELECT name, value FROM quote_metadata WHERE name IN ('schema', 'key', 'site')";

/** `key` makes the ids of requests. `siteName` is the host of SITE_URL. */
export type Identity = { key?: string; siteName?: string };

/** The identity of the database that gave these rows. Throws `Unavailable` if it is not the expected one. */
export function checkIdentity(
  rows: readonly { name?: string; value?: string }[],
  expected: Identity,
): Identity {
  const found = new Map(rows.map(({ name, value }) => [name, value]));
  const [schema, key, siteName] = ["schema", "key", "site"].map((name) => found.get(name));
  if (!schema || !key) throw new Unavailable("EMISSING");
  if (schema !== SCHEMA_VERSION) throw new Unavailable("ESCHEMA");
  if (expected.key && key !== expected.key) throw new Unavailable("EREPLACED");
  if (siteName && expected.siteName && siteName !== expected.siteName) throw new Unavailable("EOTHERSITE");
  return { key, siteName };
}
