import type { Outbox } from "~/quote/outbox/outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import type { RateLimit } from "~/quote/submit/rate-limit.server";

type HoldDeps = { outbox: Pick<Outbox, "read" | "store">; rateLimit: RateLimit; now: () => Date };

/**
 * Makes the function that keeps a request over the limit, to be sent later; one in the outbox stays as it is. It returns
 * false when too many are held, or when it cannot be stored.
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
