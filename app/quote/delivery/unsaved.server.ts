import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import type { SnapshotEntry } from "~/quote/outbox/outbox.server";

type Unsaved = Pick<StoredQuote, "receivedAt" | "tries"> & { sentBefore?: string };

/** Acceptances that are stored already, perhaps by another process. */
const acceptedTries = ({ tries }: Pick<StoredQuote, "tries">) =>
  Object.fromEntries(Object.entries(tries).filter(([, state]) => state.accepted));

export type UnsavedStates = ReturnType<typeof makeUnsavedStates>;

/**
 * Results that the outbox could not save. Until a later poll saves them, they count instead of what is stored. While a write
 * of a quote that timed out may still end, what was saved since stays here, too: the older result may replace it.
 */
export function makeUnsavedStates() {
  const states = new Map<string, Unsaved>();
  /** Writes that timed out and have not ended. */
  const overdue = new Set<{ id: string }>();
  const isOverdue = (id: string) => [...overdue].some((write) => write.id === id);

  /** A quote as it was found, with the channel states that could not be saved. */
  function withUnsavedState<Found extends SnapshotEntry | StoredQuote>(found: Found): Found {
    const known = states.get(found.id);
    // What the operator requeued since is newer, and so is what a visitor sent since. An older file is the same quote.
    const sentBefore = "request" in found ? found.sent?.at : known?.sentBefore;
    if (known && known.receivedAt >= found.receivedAt && known.sentBefore === sentBefore)
      return { ...found, sent: undefined, tries: { ...known.tries, ...acceptedTries(found) } };
    // A snapshot may be older than what is known.
    if ("request" in found) states.delete(found.id);
    return found;
  }

  /** @param sentBefore what its file says of an earlier sending: the operator requeued it */
  function add({ id, receivedAt, tries }: StoredQuote, sentBefore?: string): void {
    states.set(id, { receivedAt, tries, sentBefore: sentBefore ?? states.get(id)?.sentBefore });
  }

  return {
    withUnsavedState,
    add,
    has: (id: string) => states.has(id),
    ids: () => [...states.keys()],
    isOverdue,
    forget: (id: string) => states.delete(id),
    /** The quote is no longer in `new/`: its state is dropped, unless an overdue write may bring it back. */
    removed: (id: string) => !isOverdue(id) && states.delete(id),
    /** Remembers a write that timed out until it ends. */
    async addOverdue(id: string, late: Promise<unknown>): Promise<void> {
      const write = { id };
      overdue.add(write);
      await late.catch(() => {});
      overdue.delete(write);
    },
  };
}
