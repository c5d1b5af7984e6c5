import { errorCode } from "~/config/error-code";
import { hourlyLog } from "~/config/hourly-log.server";
import type { Log } from "~/config/log.server";

export type WriteErrors = ReturnType<typeof makeWriteErrors>;

/** `valkey.away` reports these. */
const isOfConnection = ({ code, message }: NodeJS.ErrnoException) =>
  typeof code === "string" || message === "Connection is closed.";

/** Logs when Valkey responds but refuses writes. Nobody would notice otherwise, because the folder takes over. */
export function makeWriteErrors(log: Log, advice: string) {
  const hourly = hourlyLog(log);
  let refused = false;
  return {
    /** Notes any error of Valkey. From now on the folder sends what it has. */
    note: (error: NodeJS.ErrnoException): void => {
      if (isOfConnection(error)) return;
      refused = true;
      const code = errorCode(error);
      if (error.name === "ReplyError") hourly.log("error", "valkey.unwritable", { code, advice });
      else hourly.log("error", "site.fault", { code });
    },
    clear: () => {
      refused = false;
      hourly.clear("valkey.unwritable");
    },
    isRefused: () => refused,
  };
}
