import { join } from "node:path";
import { disk } from "~/quote/outbox/disk.server";
import { put, readIfThere } from "~/quote/outbox/durable-files.server";
import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";
import type { LeaderLock } from "~/quote/outbox/leader-lock.server";

/** What one of all processes does every few days, and not again after a restart. */
export type Turn = {
  /** At the very first start it is next due after `ms`; later this changes nothing. */
  begin: (ms: number) => Promise<void>;
  /** Claims the turn for `ms`. Returns false if it is not due or another process has it. */
  take: (ms: number) => Promise<boolean>;
  /** It is next due after `ms`. */
  postpone: (ms: number) => Promise<void>;
};

/** The proof that requests arrive, and the weekly email. In the outbox's folder a file of this name says when it is due. */
export type TurnName = "proof" | "report";

/** A later time was written while the clock was wrong. */
const LONGEST_MS = 90 * 24 * 60 * 60 * 1000;

/** Only the process that redelivers gets it. */
export function makeFolderTurn(
  name: TurnName,
  outbox: Pick<FolderOutbox, "dir" | "check">,
  leaderLock: LeaderLock,
): Turn {
  async function postpone(ms: number): Promise<void> {
    await outbox.check();
    const due = new Date(Date.now() + ms).toISOString();
    await disk(() => put(outbox.dir, ".", name, `${due}\n`));
  }

  async function take(ms: number): Promise<boolean> {
    await outbox.check();
    if (!(await leaderLock.acquire())) return false;
    const text = await disk(() => readIfThere(join(outbox.dir, name)));
    const waitMs = Date.parse(text?.trim() ?? "") - Date.now();
    if (waitMs > 0 && waitMs <= LONGEST_MS) return false;
    await postpone(ms);
    return true;
  }

  async function begin(ms: number): Promise<void> {
    await outbox.check();
    if ((await disk(() => readIfThere(join(outbox.dir, name)))) === undefined) await postpone(ms);
  }

  return { begin, take, postpone };
}
