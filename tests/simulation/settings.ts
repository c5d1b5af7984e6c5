/** What the simulation takes as given: the settings of its site, and the promises that it is judged by. */
export const DIR = "/data/outbox";
/** FORWARD_TIMEOUT_MS. */
export const TIMEOUT_MS = 10_000;
/** The longest that a visitor may wait. */
export const LONGEST_ANSWER_MS = TIMEOUT_MS + 5_000;
/** How long a request is tried at least before it is given up. */
export const GIVE_UP_DAYS = 14;
