import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { move, put, removeFile } from "~/quote/outbox/durable-files.server";
import { PLACES, type Place } from "~/quote/outbox/outbox.server";

/** Stores a test file as a request is stored, moves it through the places, and removes it. Throws what the disk throws. */
export async function probeFolder(dir: string): Promise<void> {
  const name = `probe-${randomBytes(8).toString("hex")}.json`;
  const file = (place: Place) => join(dir, place, name);
  await put(dir, "new", name, "{}\n");
  let at = file("new");
  try {
    for (const place of PLACES.slice(1)) {
      await move(at, file(place));
      at = file(place);
    }
  } finally {
    await removeFile(at);
  }
}
