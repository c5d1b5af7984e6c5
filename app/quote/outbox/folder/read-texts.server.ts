import { listFiles } from "~/quote/outbox/folder/durable-files.server";
import { DiskTimeout, disk } from "~/quote/outbox/folder/io-limiter.server";
import type { StoredText } from "~/quote/outbox/outbox.server";

/** Reads the files of a folder one at a time. One that cannot be read stops no other; a disk that hangs ends it: `DiskTimeout`. */
export async function* readTexts(
  folder: string,
  read: (id: string) => Promise<string | undefined>,
): AsyncGenerator<StoredText> {
  const fail = (error: unknown) => {
    if (error instanceof DiskTimeout) throw error;
    return { error };
  };
  const names = await disk(() => listFiles(folder)).catch(fail);
  if ("error" in names) return yield { id: "*", ...names };
  for (const name of names) {
    const id = name.slice(0, -".json".length);
    const text = await read(id).catch(fail);
    // It may have left since.
    if (typeof text === "string") yield { id, text };
    else if (text) yield { id, ...text };
  }
}
