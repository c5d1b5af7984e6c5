import { errorCode } from "~/log/error-code";
import { checkWaiting } from "~/monitoring/checks/check-outbox.server";
import { countAll } from "~/monitoring/checks/count-all.server";
import { type Finding, fail, ok, warn } from "~/monitoring/checks/finding";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { type Connection, NOW } from "~/quote/postgres/connection.server";

/** The oldest version that is tested. */
const LEAST_VERSION = 15;
const SKEW_S = 5;

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
    const skewS = Math.round(Math.abs(now - Date.now()) / 1000);
    const crash = `fsync is ${fsync} and synchronous_commit ${commit}: a crash loses requests. Set both to on`;
    const old = `PostgreSQL ${version} is not tested: use ${LEAST_VERSION} or newer`;
    const skew = `this machine's clock and the server's differ by ${skewS} s: check NTP`;
    return [
      ok("database", `PostgreSQL ${version} keeps requests`),
      ...checkWaiting(await countAll([outbox])),
      (fsync !== "on" || commit === "off") && fail("database", crash),
      version < LEAST_VERSION && warn("database", old),
      skewS > SKEW_S && warn("database", skew),
    ].filter((finding) => finding !== false);
  } catch (error) {
    const meanwhile =
      "New requests are saved in OUTBOX_DIR in the meantime. Check DATABASE_URL and the server";
    return [fail("database", `PostgreSQL cannot store requests (${errorCode(error)}). ${meanwhile}`)];
  }
}
