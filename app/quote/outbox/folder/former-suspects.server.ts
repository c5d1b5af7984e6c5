import { join } from "node:path";
import type { Log } from "~/log/log.server";
import { listFiles, move } from "~/quote/outbox/folder/durable-files.server";
import { disk } from "~/quote/outbox/folder/io-limiter.server";

/** Version 1.0.0 kept suspected spam unsent in `suspect/`, after telling its visitors that it was sent. Moves it to `new/`. */
export async function releaseSuspects(dir: string, log: Log): Promise<void> {
  const suspects = join(dir, "suspect");
  const names = await disk(() => listFiles(suspects));
  for (const name of names) await disk(() => move(dir, join(suspects, name), join(dir, "new", name)));
  if (names.length > 0) log("info", "outbox.released", { count: names.length });
}
