import { errorCode } from "~/log/error-code";
import { checkWaiting } from "~/monitoring/checks/check-outbox.server";
import { countAll } from "~/monitoring/checks/count-all.server";
import { type Finding, fail, ok, warn } from "~/monitoring/checks/finding";
import type { Outbox } from "~/quote/outbox/outbox.server";
import type { Connection } from "~/quote/postgres/connection.server";
import { NOW } from "~/quote/postgres/schema.server";

/** The oldest version that is tested. */
const LEAST_VERSION = 15;
const SKEW_MS = 5_000;

type Row = { version: number; fsync: string; commit: string; now: number };

/** Whether PostgreSQL keeps what it says it keeps: it can be written, loses nothing in a crash, and its clock is right. */
export async function checkDatabase(query: Connection["query"], outbox: Outbox): Promise<Finding[]> {
  try {
    await outbox.probe();
    const [row] = await query<Row>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('fsync') AS fsync,
        current_setting('synchronous_commit') AS commit, ${NOW} AS now`,
    );
    const { version = 0, fsync = "", commit = "", now = 0 } = row ?? {};
    const skewMs = Math.abs(now - Date.now());
    const isDurable = fsync === "on" && commit !== "off";
    return [
      ok("database", `PostgreSQL ${version} keeps requests`),
      ...checkWaiting(await countAll([outbox])),
      ...(isDurable
        ? []
        : [
            fail(
              "database",
              `fsync is ${fsync} and synchronous_commit ${commit}: a crash loses requests. Set both to on`,
            ),
          ]),
      ...(version < LEAST_VERSION
        ? [warn("database", `PostgreSQL ${version} is not tested: use ${LEAST_VERSION} or newer`)]
        : []),
      ...(skewMs > SKEW_MS
        ? [
            warn(
              "database",
              `this machine's clock and the server's differ by ${Math.round(skewMs / 1000)} s: check NTP`,
            ),
          ]
        : []),
    ];
  } catch (error) {
    const meanwhile =
      "New requests are saved in OUTBOX_DIR in the meantime. Check DATABASE_URL and the server";
    return [fail("database", `PostgreSQL cannot store requests (${errorCode(error)}). ${meanwhile}`)];
  }
}
