import { STATUSES, type StoredQuote, withDefaultReceipt } from "~/quote/lifecycle/stored-quote.server";
import { dueNow, requeued } from "~/quote/lifecycle/transitions.server";
import type { Outbox } from "~/quote/outbox/outbox.server";

/** Changes a request, wherever it is. Returns false if it is not there, or is damaged. */
export type Change = (id: string, outboxes: readonly Outbox[]) => Promise<boolean>;

/** Makes a waiting request due. */
export const now: Change = async (id, outboxes) => {
  for (const outbox of outboxes) if (await outbox.edit(id, "new", dueNow)) return true;
  return false;
};

/** Sends again a request that was given up or sent. */
export const again: Change = async (id, outboxes) => {
  // One that waits would be replaced, and with it what a channel accepted.
  for (const outbox of outboxes) if ((await outbox.text("new", id)) !== undefined) return false;
  for (const place of ["sent", "dead"] as const) {
    const mark = (stored: StoredQuote) =>
      requeued(place === "sent" ? withDefaultReceipt(stored) : stored, new Date());
    for (const outbox of outboxes) if (await outbox.edit(id, place, mark, "new")) return true;
  }
  return false;
};

/** Deletes a request from every place, even if it cannot be read. Throws if it stays in one, once it has left the others. */
export const forget: Change = async (id, outboxes) => {
  let wasThere = false;
  let refusal: Error | undefined;
  // In the order in which the site moves them: it may have moved since it was found.
  for (const place of STATUSES)
    for (const outbox of outboxes)
      await outbox.remove(id, place).then(
        (removed) => {
          wasThere ||= removed;
        },
        (error: Error) => {
          refusal = error;
        },
      );
  if (refusal) throw refusal;
  return wasThere;
};
