/** What an operator does about what lies in an outbox, or cannot be put there; it stands in the log. */
export type OutboxAdvice = {
  /** Nothing can be stored. */
  unwritable: string;
  /** A request was accepted, but stays. */
  unremoved: string;
  /** Requests wait for long. */
  waiting: string;
  /** One looks like spam. */
  suspected: string;
};

/** The advice where requests are files in `dir`. */
export const folderAdvice = (dir: string) =>
  ({
    unwritable: `No request can be kept in ${dir}. Make it writable, free its disk, or mount its volume.`,
    unremoved: `The request was accepted but its file in ${dir}/new could not be removed: delete it by hand, or it is sent again.`,
    waiting: `Requests wait for delivery. The last quote.kept line says why; they lie in ${dir}/new.`,
    suspected: `It looks like spam and was not sent. Read it in ${dir}/suspect; moved to new/ it is sent.`,
    unreadable: `Waiting requests cannot be read, so nothing is sent again. Make ${dir} readable.`,
  }) satisfies OutboxAdvice & Record<string, string>;

/** The advice where requests are jobs on Valkey. */
export const QUEUE_ADVICE: OutboxAdvice = {
  unwritable:
    "Valkey answers but refuses. Requests are kept in OUTBOX_DIR meanwhile, and sent from there. See that it has memory and disk left, is no read-only replica, and lets its user do everything.",
  unremoved:
    "The request was accepted but is still in the queue: delete it (npm run outbox forget), or it is sent again.",
  waiting: "Requests wait for delivery. The last quote.kept line says why; `npm run outbox` lists them.",
  suspected:
    "It looks like spam and was not sent. Read it with `npm run outbox show`; `npm run outbox again` sends it.",
};
