import { STATUSES, type StoredQuote, withDefaultReceipt } from "~/quote/lifecycle/stored-quote.server";
import { dueNow, requeued } from "~/quote/lifecycle/transitions.server";
import type { Outbox } from "~/quote/outbox/outbox.server";

/** Changes a request, wherever it is. Returns false if it is not there, or is damaged. */
export type Change = (id: string, outbox: Outbox) => Promise<boolean>;

/** Makes a waiting request due. */
export const now: Change = (id, outbox) => outbox.edit(id, "new", dueNow);

/** Sends again a request that was given up or sent. */
export const again: Change = async (id, outbox) => {
  // One that waits would be replaced, and with it what a channel accepted.
  if ((await outbox.text("new", id)) !== undefined) return false;
  for (const status of ["sent", "dead"] as const) {
    const mark = (stored: StoredQuote) =>
      requeued(status === "sent" ? withDefaultReceipt(stored) : stored, new Date());
    if (await outbox.edit(id, status, mark, "new")) return true;
  }
  return false;
};

/** Deletes a request of every status, even if it cannot be read. Throws if one stays, once it has left the others. */
export const forget: Change = async (id, outbox) => {
  let wasThere = false;
  let refusal: unknown;
  // In the order in which the site moves them: it may have moved since it was found.
  for (const status of STATUSES) {
    try {
      if (await outbox.remove(id, status)) wasThere = true;
    } catch (error) {
      refusal = error;
    }
  }
  if (refusal) throw refusal;
  return wasThere;
};
