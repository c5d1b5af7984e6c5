/** A posted body may have this many bytes. Specification as settled: "64 KiB, answered 413 with the form kept". */
export const BODY_LIMIT = 64 * 1024;
/** A longer one is still read up to here, so that the visitor gets the typed text back instead of an empty form. */
export const KEEP_LIMIT = 256 * 1024;
