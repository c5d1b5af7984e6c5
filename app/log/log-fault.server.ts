import { errorCode } from "~/log/error-code";
import { log } from "~/log/log.server";

/** Logs an error of the site itself. The message may quote what a visitor sent, so only code and place are logged. */
export function logFault(error: unknown, method?: string): void {
  const thrown = error instanceof Error ? error : new Error("not an Error");
  const place = thrown.stack?.split("\n").find((line) => line.trim().startsWith("at "));
  log("error", "site.fault", { method, code: errorCode(thrown), place: place?.trim() });
}
