/** What the log tells the operator to do. */
export type OutboxAdvice = {
  /** Nothing can be stored. */
  unwritable: string;
  /** A request was accepted but could not be removed. */
  unremoved: string;
  /** Requests have waited too long. */
  waiting: string;
  /** A request looks like spam. */
  suspected: string;
};

/** The advice where requests are files in `dir`. */
export const folderAdvice = (dir: string) =>
  ({
    unwritable: `No request can be kept in ${dir}. Make it writable, free disk space, or mount its volume.`,
    unremoved: `The request was accepted, but its file in ${dir}/new could not be removed: delete it by hand, or it is sent again.`,
    waiting: `Requests wait for delivery. The last quote.kept line says why; they are in ${dir}/new.`,
    suspected: `The request looks like spam and was not sent. Read it in ${dir}/suspect; move it to new/ to send it.`,
    unreadable: `Waiting requests cannot be read, so nothing is sent again. Make ${dir} readable.`,
  }) satisfies OutboxAdvice & Record<string, string>;

/** The advice where requests are jobs on Valkey. */
export const QUEUE_ADVICE: OutboxAdvice = {
  unwritable:
    "Valkey responds but refuses writes. Requests are kept in OUTBOX_DIR and sent from there. Make sure that Valkey has free memory and disk space, is not a read-only replica, and gives its user all permissions.",
  unremoved:
    "The request was accepted but is still in the queue: delete it (npm run outbox forget), or it is sent again.",
  waiting: "Requests wait for delivery. The last quote.kept line says why; `npm run outbox` lists them.",
  suspected:
    "The request looks like spam and was not sent. Read it with `npm run outbox show`; send it with `npm run outbox again`.",
};
