import type { Log } from "~/log/log.server";

/** Makes the function that logs each damaged file once. */
export function makeDamagedReport(log: Log) {
  const reported = new Set<string>();
  return (names: readonly string[]): void => {
    for (const file of names) {
      if (reported.has(file)) continue;
      reported.add(file);
      const advice =
        "This file in new/ was not sent: it cannot be read, is not a request as the site writes it, or is not named by its id. Fix it, or move it away.";
      log("error", "outbox.damaged", { file, advice });
    }
  };
}
