import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "~/log/error-code";
import type { Log } from "~/log/log.server";
import { STATUSES, type Status, type StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import type { Outbox, RedeliveryLock } from "~/quote/outbox/outbox.server";
import { requestsIn } from "~/quote/outbox/read-all.server";

const RETRY_MS = 5_000;
const ADVICE =
  "Requests from OUTBOX_DIR were moved to PostgreSQL (DATABASE_URL). Those that could not be read stay: see OUTBOX_DIR/new.";

type MoveIn = {
  folder: Outbox;
  /** Held while they are moved: a site without DATABASE_URL may still run on the folder. */
  folderLock: RedeliveryLock;
  adopt: (quote: StoredQuote, status: Status) => Promise<void>;
  /** How long such a site may still send what it has just received, in milliseconds. */
  firstAttemptMs: number;
  log: Log;
};

/** Moves the requests of a folder to PostgreSQL, inserting each before it deletes it. Ends once the folder holds none. */
export async function moveIn({ folder, folderLock, adopt, firstAttemptMs, log }: MoveIn): Promise<void> {
  for (let moved = 0, isDone = false; !isDone; await sleep(RETRY_MS, undefined, { ref: false })) {
    try {
      isDone = await folderLock.acquire();
      for await (const { status, request } of isDone ? requestsIn(folder, STATUSES) : []) {
        if (!request) continue;
        const isFresh = Math.abs(Date.now() - Date.parse(request.receivedAt)) < firstAttemptMs;
        if (status === "new" && isFresh) isDone = false;
        else {
          await adopt(request, status);
          await folder.remove(request.id, status);
          moved++;
        }
      }
      if (isDone && moved > 0) log("info", "outbox.moved", { count: moved, advice: ADVICE });
    } catch (error) {
      isDone = errorCode(error) === "ENOKEY"; // There is no folder.
    }
    if (isDone) return folderLock.release();
  }
}
