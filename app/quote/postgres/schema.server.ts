import { SAME_REQUEST_MS } from "~/quote/delivery/hands.server";

/** The server's clock, in milliseconds since 1970: all processes share it. */
export const NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** Whether one process may be sending it now. A lease far beyond the longest was written by a wrong clock. */
export const isLeased = (leaseMs: number) =>
  `(request.lease > ${NOW} AND request.lease <= ${NOW} + ${2 * leaseMs})`;

/** Whether a repeat of it is not sent. */
export const IS_REPEAT = `COALESCE(abs(${NOW} - request.accepted) < ${SAME_REQUEST_MS}, false)`;

/**
 * Makes the tables where they are missing. Two processes that make them at once wait for each other. One text is one transaction,
 * behind PgBouncer, too. Times are by `NOW`, but `received` is the request's own.
 */
export const SCHEMA = `BEGIN;
SELECT pg_advisory_xact_lock(20261123);
CREATE TABLE IF NOT EXISTS request (
  id text PRIMARY KEY,
  place text NOT NULL, -- new, sent, dead; away: the folder of some machine has it
  received text NOT NULL,
  noted bigint NOT NULL, -- when the row was written
  version bigint NOT NULL DEFAULT 1,
  accepted bigint, -- for "not again within the hour"
  lease bigint NOT NULL, -- until then one process alone may send it; 0: none has it in hand
  entry text NOT NULL, -- its times and tries, as JSON
  stored text NOT NULL -- the request, as JSON; last, so that counting never reads it
);
CREATE INDEX IF NOT EXISTS request_place ON request (place, noted);
CREATE TABLE IF NOT EXISTS note (name text PRIMARY KEY, value text NOT NULL, until bigint NOT NULL DEFAULT 0);
INSERT INTO note (name, value) VALUES ('probe', '') ON CONFLICT (name) DO UPDATE SET value = '';
COMMIT`;
