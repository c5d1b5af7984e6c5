import type { Deliver, DeliverDeps } from "~/quote/delivery/deliver.server";
import { parseStoredQuote, type StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { restarted } from "~/quote/lifecycle/transitions.server";
import type { RedeliveryLock } from "~/quote/outbox/outbox.server";

export type ClaimDeps = Pick<DeliverDeps, "outbox" | "log"> & {
  /** Only one of several processes on an outbox redelivers. */
  redeliveryLock: RedeliveryLock;
};

const RESTORED =
  "This request waited again, as after a restored backup, but it was accepted before: it is in sent/, and is not sent twice. To send it once more: outbox again ID (docs/operating.md).";

export function makeClaim({ outbox, redeliveryLock, log }: ClaimDeps, { read }: Deliver) {
  /**
   * The quote, if this process may still send it, and it is due. Its `id` must be in flight. The snapshot may be old: another
   * channel may have accepted it since.
   */
  return async function claim(id: string, isDue: (quote: StoredQuote) => boolean) {
    const readDue = async () => {
      const found = await read(id);
      return found && isDue(asNew(found)) ? found : undefined;
    };
    // Read before the claim, too: in PostgreSQL a useless claim would make a visitor who repeats the quote wait.
    if (!(await readDue()) || !(await outbox.claim(id))) return undefined;
    const found = await readDue();
    if (!found || (await discardIfAlreadySent(found))) return undefined;
    // Another process may have taken the lock while this one was frozen.
    if (!(await redeliveryLock.acquire())) return undefined;
    return { quote: asNew(found), isStored: true, sentBefore: found.sent?.at };
  };

  /**
   * Drops a quote that came back with a restored backup. One that the operator requeued is marked with its earlier
   * acceptance; it was sent once more if `sent/` has another one.
   */
  async function discardIfAlreadySent({ id, form, sent, receivedAt }: StoredQuote): Promise<boolean> {
    const copy = parseStoredQuote((await outbox.text("sent", id).catch(() => "")) ?? "");
    const isSent = copy?.receivedAt === receivedAt && (!sent || (copy.sent && copy.sent.at !== sent.at));
    if (!isSent) return false;
    await outbox.remove(id).catch(() => {});
    log("warn", "quote.restored", { id, form, advice: RESTORED });
    return true;
  }
}

/** If it is marked as sent, the operator requeued it. */
const asNew = (quote: StoredQuote) => (quote.sent ? restarted(quote) : quote);
