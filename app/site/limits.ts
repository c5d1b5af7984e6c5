/** Bytes in a posted body. Decisions: "64 KiB, answered 413 with the form kept". */
export const BODY_LIMIT = 64 * 1024;
/** A longer body is still read up to here, to give the visitor's text back. */
export const READ_LIMIT = 256 * 1024;
