import type { Log } from "~/config/log.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import { makeDamagedReport } from "~/quote/outbox/damaged-report.server";
import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Copies } from "~/quote/valkey/copies.server";
import type { QueueOutbox } from "~/quote/valkey/queue-outbox.server";
import type { WriteErrors } from "~/quote/valkey/write-errors.server";

type Parts = {
  folder: FolderOutbox;
  queue: Pick<QueueOutbox, "store" | "quarantine" | "read">;
  copies: Copies;
  inFlight: InFlight;
  writeErrors: WriteErrors;
  log: Log;
};

const triesOf = ({ tries }: StoredRequest) => (tries.forward?.count ?? 0) + (tries.mail?.count ?? 0);

/**
 * Makes the function that moves what the folder has kept in Valkey's place over to the queue: first written there, then
 * removed here. What is being sent by this process stays for the next time, what was accepted is forgotten. `dead/`
 * stays: an operator has been told where it lies. One that cannot be moved keeps none of the others, and the log says why.
 *
 * @returns a function; it returns whether Valkey took everything it was given
 */
export function makeDrainFolder({ folder, queue, copies, inFlight, writeErrors, log }: Parts) {
  const reportDamaged = makeDamagedReport(log);
  /** What is in the queue, or was accepted, but the disk does not let go of. Moved again it would be sent again. */
  const unremovable = new Set<string>();

  /** Puts one into the queue. `moved`: whether it had to be; `done`: whether it may be removed from the folder. */
  async function bring(request: StoredRequest, from: "new" | "suspect") {
    if (from === "suspect") {
      await queue.quarantine(request);
      await copies.keep(request, "suspect");
      return { moved: true, done: true };
    }
    // An operator has put back what was sent: it is sent once more.
    if (request.sent) await inFlight.forget(request.id);
    const known = await inFlight.status(request.id);
    if (known === "underWay") return { moved: false, done: false };
    if (known === "accepted" || folder.isLeaving(request.id)) return { moved: false, done: true };
    const there = await queue.read(request.id);
    if (!there || triesOf(there) < triesOf(request)) await queue.store(request);
    await copies.keep(request);
    return { moved: true, done: true };
  }

  async function remove({ id, receivedAt }: StoredRequest, from: "new" | "suspect"): Promise<void> {
    const name = `${from} ${id} ${receivedAt}`;
    try {
      await folder.remove(id, from);
      unremovable.delete(name);
    } catch (error) {
      if (unremovable.has(name)) return;
      unremovable.add(name);
      const { code } = error as NodeJS.ErrnoException;
      const advice = `It is in the queue or accepted, but its file in ${folder.dir}/${from} could not be removed: delete it by hand, or a restart may send it again.`;
      log("error", "outbox.unwritable", { id, fault: code, advice });
    }
  }

  return async function drainFolder(): Promise<boolean> {
    let moved = 0;
    let taken = true;
    for (const from of ["new", "suspect"] as const) {
      const { entries, damaged } = await folder.index(from);
      reportDamaged(damaged, from);
      for (const { id } of entries) {
        try {
          const request = await folder.read(id, from);
          if (!request) continue;
          const isMoved = unremovable.has(`${from} ${request.id} ${request.receivedAt}`);
          const state = isMoved ? { moved: false, done: true } : await bring(request, from);
          if (state.moved) moved++;
          if (state.done) await remove(request, from);
        } catch (error) {
          writeErrors.note(error as NodeJS.ErrnoException);
          taken = false;
        }
      }
    }
    if (moved > 0) log("info", "outbox.moved", { moved });
    return taken;
  };
}
