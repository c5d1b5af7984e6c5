import { errorCode } from "~/config/error-code";
import { makeDamagedReport } from "~/quote/outbox/damaged-report.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Parts } from "~/quote/valkey/parts.server";

type Deps = Pick<Parts, "folder" | "onValkey" | "copies" | "inFlight" | "writeErrors" | "log">;

const triesOf = ({ tries }: StoredRequest) => (tries.forward?.count ?? 0) + (tries.mail?.count ?? 0);

/**
 * Makes the function that moves what the folder kept in Valkey's place to Valkey: written there first, then removed
 * here. `dead/` stays: the log told the operator where it is. It returns whether Valkey took everything.
 */
export function makeDrainFolder({ folder, onValkey, copies, inFlight, writeErrors, log }: Deps) {
  const reportDamaged = makeDamagedReport(log);
  /** Files that the disk does not let go of. Moved again they would be sent again. */
  const unremovable = new Set<string>();

  /** Puts a request into Valkey, unless it is there, accepted, or being sent. */
  async function move(request: StoredRequest): Promise<"moved" | "done" | "busy"> {
    // The operator put back what was sent: it is sent once more.
    if (request.sent) await inFlight.forget(request.id);
    const known = await inFlight.status(request.id);
    if (known === "underWay") return "busy";
    if (folder.isDone(request, false) || known === "accepted") return "done";
    const there = await onValkey.read(request.id);
    if (!there || triesOf(there) < triesOf(request)) await onValkey.store(request);
    await copies.keep(request);
    return "moved";
  }

  async function remove(id: string, file: string): Promise<void> {
    try {
      await folder.remove(id);
      unremovable.delete(file);
    } catch (error) {
      if (unremovable.has(file)) return;
      unremovable.add(file);
      const advice = `This request is in Valkey or accepted, but its file in ${folder.dir}/new could not be removed: delete it by hand, or a restart may send it again.`;
      log("error", "outbox.unwritable", { id, code: errorCode(error), advice });
    }
  }

  return async function drainFolder(): Promise<boolean> {
    let moved = 0;
    let taken = true;
    const { entries, damaged } = await folder.index();
    reportDamaged(damaged);
    for (const { id } of entries) {
      try {
        const request = await folder.read(id);
        if (!request) continue;
        const file = `${id} ${request.receivedAt}`;
        const result = unremovable.has(file) ? "done" : await move(request);
        if (result === "moved") moved++;
        if (result !== "busy") await remove(id, file);
      } catch (error) {
        writeErrors.note(error as NodeJS.ErrnoException);
        taken = false;
      }
    }
    if (moved > 0) log("info", "outbox.moved", { moved });
    return taken;
  };
}
