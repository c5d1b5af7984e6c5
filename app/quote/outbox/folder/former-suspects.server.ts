import { join } from "node:path";
import type { Log } from "~/log/log.server";
import { listFiles, move } from "~/quote/outbox/folder/durable-files.server";
import { disk } from "~/quote/outbox/folder/io-limiter.server";

/** Version 1.0.0 set requests aside as spam, though their visitors were told that they were sent. Now they wait to be sent. */
export async function releaseSuspects(dir: string, log: Log): Promise<void> {
  const suspects = join(dir, "suspect");
  const names = await disk(() => listFiles(suspects));
  for (const name of names) await disk(() => move(dir, join(suspects, name), join(dir, "new", name)));
  if (names.length > 0) log("info", "outbox.released", { count: names.length });
}
