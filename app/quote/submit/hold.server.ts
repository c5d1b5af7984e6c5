import type { Outbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import type { RateLimit } from "~/quote/submit/rate-limit.server";

type HoldDeps = { outbox: Pick<Outbox, "read" | "store">; rateLimit: RateLimit; now: () => Date };

/**
 * Makes the function that keeps a request over the limit: it is sent later by itself, or earlier if the visitor sends it
 * again after the wait. One that is kept already, held or after a failed attempt, stays as it is.
 *
 * @returns whether the request is kept; false when too many are held, or when it cannot be stored
 */
export function makeHold({ outbox, rateLimit, now }: HoldDeps) {
  return async function hold(request: StoredRequest, waitS: number): Promise<boolean> {
    try {
      if (await outbox.read(request.id)) return true;
      if (!(await rateLimit.mayHold())) return false;
      const heldUntil = new Date(now().getTime() + waitS * 1000).toISOString();
      await outbox.store({ ...request, heldUntil });
      return true;
    } catch {
      return false;
    }
  };
}
