const COMMON = {
  unremoved:
    "The request was accepted but still waits: delete it (npm run outbox forget ID), or it is sent again.",
  waiting: "Requests wait for delivery. The last quote.kept line says why; `npm run outbox` lists them.",
  partial:
    "These requests have reached you by one channel; the other has not accepted them yet and is tried again. Its last quote.kept line says why; `npm run outbox` lists them.",
  halved:
    "This request reached you by one channel only: in 14 days the other never accepted it, so it is not tried any more. The last quote.kept line says why.",
  suspected:
    "The request looks like spam and was not sent. Read it with `npm run outbox show ID`; send it with `npm run outbox again ID`.",
  dead: "Not accepted in 14 days, so it is not tried any more. Read it (npm run outbox show ID) and call the visitor; `npm run outbox again ID` sends it once more.",
};

/** What the log tells the operator to do. */
export type OutboxAdvice = typeof COMMON & Record<"unwritable" | "unreadable", string>;

/** The advice where requests are files in `dir`. */
export const folderAdvice = (dir: string): OutboxAdvice => ({
  ...COMMON,
  unwritable: `No request can be kept in ${dir}. Make it writable, free disk space, mount its volume, or check the disk if it hangs (ETIMEDOUT).`,
  unreadable: `Waiting requests cannot be read, so nothing is sent again. Make ${dir} readable.`,
});

/** The advice where requests are on Valkey. */
export const VALKEY_ADVICE: OutboxAdvice = {
  ...COMMON,
  unwritable:
    "Valkey responds but refuses writes. Requests are kept in OUTBOX_DIR and sent from there. Make sure that Valkey has free memory and disk space, is not a read-only replica, and gives its user all permissions.",
  unreadable: "Waiting requests on Valkey cannot be read, so nothing is sent again from there.",
};
