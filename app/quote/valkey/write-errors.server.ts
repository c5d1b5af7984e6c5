import { errorCode } from "~/config/error-code";
import { hourlyLog } from "~/config/hourly-log.server";
import type { Log } from "~/config/log.server";

export type WriteErrors = ReturnType<typeof makeWriteErrors>;

/** `valkey.away` reports these. BullMQ's own codes are numbers. */
const isOfConnection = ({ code, message }: NodeJS.ErrnoException) =>
  typeof code === "string" || message === "Connection is closed.";

/** BullMQ's codes for a missing job and a missing lock. */
const GONE = [-1, -2];

/** Whether a job disappeared while it was worked on: Valkey forgot it, or another worker has it. */
export function isGone(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string };
  return GONE.includes(Number(code)) || /^could not renew lock/i.test(message ?? "");
}

/** Logs when Valkey responds but refuses writes. Nobody would notice otherwise, because the folder takes over. */
export function makeWriteErrors(log: Log, advice: string) {
  const hourly = hourlyLog(log);
  let refused = false;
  return {
    /** Notes any error of the queue. From now on the folder sends what it has. */
    note: (error: NodeJS.ErrnoException): void => {
      if (isOfConnection(error) || isGone(error)) return;
      refused = true;
      const code = errorCode(error);
      if (error.name === "ReplyError") hourly.log("error", "queue.unwritable", { code, advice });
      else hourly.log("error", "site.fault", { code });
    },
    clear: () => {
      refused = false;
    },
    isRefused: () => refused,
  };
}
