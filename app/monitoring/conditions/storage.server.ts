import type { Found, Row } from "~/monitoring/conditions/condition.server";
import type { StorageTrouble } from "~/quote/outbox/outbox.server";

const MEANWHILE =
  "New requests are sent at once without being saved. One that is not accepted is lost, and its visitor is asked to call you.";

/** Severity and words of each trouble of the storage. `detail` is the store's own words. */
const WORDS: Record<StorageTrouble["kind"], (detail: string) => Found> = {
  unwritable: (detail) => ({
    severity: "problem",
    title: "Requests cannot be saved",
    text: MEANWHILE,
    advice: detail,
  }),
  unreadable: (detail) => ({
    severity: "problem",
    title: "Waiting requests cannot be read",
    text: "Nothing that waits is sent again until they can.",
    advice: detail,
  }),
  missing: (detail) => ({
    severity: "problem",
    title: "The outbox is gone",
    text: `It was there and is not. ${MEANWHILE} Those that wait in it are not sent.`,
    advice: detail,
  }),
  replaced: (detail) => ({
    severity: "problem",
    title: "The outbox is another one than before",
    text: "Requests that wait in the former one are not sent.",
    advice: detail,
  }),
  created: (detail) => ({
    severity: "notice",
    title: "Your website is running",
    text: "This first message shows that messages reach you. No requests are stored yet.",
    advice: detail,
    endsQuietly: true,
  }),
  key: (detail) => ({
    severity: "notice",
    title: "The outbox's key cannot be read",
    text: "Requests are saved and sent, but one that is sent twice may arrive twice.",
    advice: detail,
  }),
  unencrypted: (detail) => ({
    severity: "notice",
    title: "Requests travel unencrypted to PostgreSQL",
    text: "Anybody on the network between can read them.",
    advice: detail,
  }),
  may_lose: (detail) => ({
    severity: "notice",
    title: "Saved requests may be lost",
    text: detail,
    advice: "Change that before visitors use the site.",
  }),
  low_space: (detail) => ({
    severity: "notice",
    title: "The disk is almost full",
    text: detail,
    advice: "Free some space: without it, requests cannot be saved.",
  }),
};

/** Conditions of the storage: the outbox says what is so, this table what that means. */
export const STORAGE: Record<string, Row> = Object.fromEntries(
  Object.entries(WORDS).map(([kind, words]) => [
    `storage.${kind}`,
    ({ storage }) =>
      storage
        .filter((trouble) => trouble.kind === kind)
        .map(({ since, code, detail = "" }) => {
          const found = words(detail);
          return { ...found, since, text: code ? found.text.replace(/\.$/, ` (${code}).`) : found.text };
        })
        .slice(0, 1),
  ]),
);
