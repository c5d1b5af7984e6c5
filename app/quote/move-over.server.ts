import type { Attempts } from "~/quote/attempts.server";
import type { Envelope } from "~/quote/envelope.server";
import type { FolderOutbox } from "~/quote/outbox.server";
import type { QueueOutbox } from "~/quote/outbox-queue.server";

const triesOf = ({ tries }: Envelope) => (tries.forward?.count ?? 0) + (tries.mail?.count ?? 0);

/**
 * Moves what the folder has kept in Valkey's place over to the queue: first written there, then removed here. What is
 * being sent by this process stays for the next time, what was accepted is forgotten. `dead/` stays: an operator has
 * been told where it lies.
 *
 * @returns how many were moved. Throws where either side fails; what is not moved yet lies where it lay.
 */
export async function moveOver(
  folder: FolderOutbox,
  queue: QueueOutbox,
  attempts: Attempts,
): Promise<number> {
  let moved = 0;
  for (const envelope of (await folder.waiting()).envelopes) {
    const known = await attempts.recall(envelope.id);
    if (known === "underWay") continue;
    if (known !== "accepted") {
      const there = await queue.read(envelope.id);
      if (!there || triesOf(there) < triesOf(envelope)) await queue.store(envelope);
      moved++;
    }
    await folder.remove(envelope.id);
  }
  for (const envelope of (await folder.waiting("suspect")).envelopes) {
    await queue.setAside(envelope);
    await folder.remove(envelope.id, "suspect");
    moved++;
  }
  return moved;
}
