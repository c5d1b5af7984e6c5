import type { Outbox } from "~/quote/outbox/outbox.server";
import type { ChannelName, StoredRequest } from "~/quote/outbox/stored-request.server";

type Known = Pick<StoredRequest, "id" | "receivedAt" | "tries">;

export type Unnoted = ReturnType<typeof makeUnnoted>;

/** Remembers the tries of requests where the outbox did not take the note of the last one. */
export function makeUnnoted(outbox: Pick<Outbox, "stamp" | "read">) {
  const notes = new Map<string, Pick<Known, "receivedAt" | "tries"> & { stamp?: string }>();

  /**
   * A request as it was found, with what its file does not say. That a channel accepted it counts as long as it is this
   * request; when it is tried again, only while nobody has changed the file.
   *
   * @param stamp of the file
   */
  function recall<T extends Known & { sent?: unknown }>(found: T, stamp: string | undefined): T {
    const note = notes.get(found.id);
    if (!note) return found;
    if (found.sent || found.receivedAt !== note.receivedAt) {
      notes.delete(found.id);
      return found;
    }
    note.stamp ??= stamp;
    const tries = { ...found.tries };
    for (const [name, tried] of Object.entries(note.tries))
      if (tried?.accepted || note.stamp === stamp) tries[name as ChannelName] = tried;
    return { ...found, tries };
  }

  return {
    /** A waiting request as it is known best; undefined if it cannot be read. */
    async read(id: string): Promise<StoredRequest | undefined> {
      const stamp = notes.has(id) ? await outbox.stamp(id).catch(() => undefined) : undefined;
      const found = await outbox.read(id).catch(() => undefined);
      return found && recall(found, stamp);
    },
    recall,
    forget: (id: string) => void notes.delete(id),

    async remember({ id, receivedAt, tries }: Known): Promise<void> {
      notes.set(id, { receivedAt, tries });
      const stamp = await outbox.stamp(id).catch(() => undefined);
      notes.set(id, { receivedAt, tries, stamp });
    },
  };
}
