import { hourlyLog } from "~/config/hourly-log.server";
import type { Log } from "~/config/log.server";

export type WriteErrors = ReturnType<typeof makeWriteErrors>;

/** An error's code (Valkey's own: `OOM`, `READONLY`). Log nothing else of it: it holds the command, and so the request. */
export function errorCode(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (code !== undefined) return String(code);
  return (name === "ReplyError" && /^[A-Z]+\b/.exec(message)?.[0]) || name;
}

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
      const fault = errorCode(error);
      if (error.name === "ReplyError") hourly.log("error", "valkey.unwritable", { fault, advice });
      else hourly.log("error", "site.fault", { fault });
    },
    clear: () => {
      refused = false;
      hourly.clear("valkey.unwritable");
    },
    isRefused: () => refused,
  };
}
