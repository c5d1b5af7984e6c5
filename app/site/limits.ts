/** Bytes in a posted body. 64 KiB; a longer one gets a 413 with the form kept (decision 13). */
export const BODY_LIMIT = 64 * 1024;
/** A longer body is still read up to here, to give the visitor's text back. */
export const READ_LIMIT = 256 * 1024;
