import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import type { SnapshotEntry } from "~/quote/outbox/outbox.server";

type Unsaved = Pick<StoredQuote, "receivedAt" | "tries"> & { sentBefore?: string };

export type UnsavedStates = ReturnType<typeof makeUnsavedStates>;

/** Results that the outbox could not save. Until a later poll saves them, they count instead of what is stored. */
export function makeUnsavedStates() {
  const states = new Map<string, Unsaved>();

  /** A quote as it was found, with the channel states that could not be saved. */
  function withUnsavedState<Found extends SnapshotEntry | StoredQuote>(found: Found): Found {
    const known = states.get(found.id);
    // What the operator requeued since is newer, and so is what a visitor sent since. An older file is the same quote.
    const sentBefore = "request" in found ? found.sent?.at : known?.sentBefore;
    if (known && known.receivedAt >= found.receivedAt && known.sentBefore === sentBefore)
      return { ...found, sent: undefined, tries: known.tries };
    // A snapshot may be older than what is known.
    if ("request" in found) states.delete(found.id);
    return found;
  }

  return {
    withUnsavedState,
    has: (id: string) => states.has(id),
    forget: (id: string) => states.delete(id),
    /** @param sentBefore what its file says of an earlier sending: the operator requeued it */
    add: ({ id, receivedAt, tries }: StoredQuote, sentBefore?: string) =>
      states.set(id, { receivedAt, tries, sentBefore: sentBefore ?? states.get(id)?.sentBefore }),
  };
}
