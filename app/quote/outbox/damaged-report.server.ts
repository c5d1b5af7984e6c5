import type { Log } from "~/config/log.server";

/** Makes the function that tells the operator, once each, of files that cannot be taken for requests. */
export function makeDamagedReport(log: Log) {
  const reported = new Set<string>();
  return (names: readonly string[], folder: string): void => {
    for (const name of names) {
      const file = `${folder}/${name}`;
      if (reported.has(file)) continue;
      reported.add(file);
      const advice = `This file in ${folder}/ cannot be read, is no request as the outbox writes it, or is not named by its id. Mend it.`;
      log("error", "outbox.damaged", { file: name, advice });
    }
  };
}
