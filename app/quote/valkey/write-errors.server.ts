import type { Log } from "~/config/log.server";

/** The same refusal is said again after this. */
const AGAIN_MS = 60 * 60 * 1000;

export type WriteErrors = ReturnType<typeof makeWriteErrors>;

/**
 * What Valkey said no with (`OOM`, `READONLY`), or the kind of another fault. Nothing else of the error may enter the
 * log: it holds the command, and that the request.
 */
export function errorCode(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (code !== undefined) return String(code);
  return (name === "ReplyError" && /^[A-Z]+\b/.exec(message)?.[0]) || name;
}

/** `valkey.away` tells of these, `valkey.forgot` of what is gone. BullMQ gives its own faults numbers. */
const isOfConnection = ({ code, message }: NodeJS.ErrnoException) =>
  typeof code === "string" || message === "Connection is closed.";

/** BullMQ's numbers for a job, or its lock, that is there no more. */
const GONE = [-1, -2];

/** Whether a job has vanished under the worker's hands: Valkey has forgotten it, or another worker has it by now. */
export function isGone(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string };
  return GONE.includes(Number(code)) || /^could not renew lock/i.test(message ?? "");
}

/**
 * Knows whether Valkey answers but does not take what it is given: it is full, a read-only replica, or forbids it.
 * Nobody would hear of that, for the folder steps in.
 */
export function makeWriteErrors(log: Log, now: () => Date, advice: string) {
  const saidAt = new Map<string, number>();
  let refused = false;

  /** Notes what the queue failed with, whatever it is: the folder has it then, and has to send it. */
  function note(error: NodeJS.ErrnoException): void {
    if (isOfConnection(error) || isGone(error)) return;
    refused = true;
    const fault = errorCode(error);
    const at = now().getTime();
    if (at - (saidAt.get(fault) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
    saidAt.set(fault, at);
    if (error.name === "ReplyError") log("error", "queue.unwritable", { fault, advice });
    else log("error", "site.fault", { fault });
  }

  return {
    note,
    /** It takes everything again. */
    over: () => {
      refused = false;
    },
    isRefused: () => refused,
  };
}
