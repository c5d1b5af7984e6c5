import type { Found, Row } from "~/monitoring/conditions/condition.server";
import type { StorageTrouble } from "~/quote/outbox/outbox.server";

const MEANWHILE =
  "New requests are sent at once without being saved. One that is not accepted is lost, and its visitor is asked to call you.";

const problem = (title: string, text: string) => ({ severity: "problem", title, text }) as const;
const notice = (title: string, text?: string, advice?: string) =>
  ({ severity: "notice", title, text, advice }) as const;

/** Severity and words of each trouble of the storage. The store's own words are its advice, or else its text. */
const WORDS: Record<StorageTrouble["kind"], Omit<Found, "text" | "advice"> & Partial<Found>> = {
  unwritable: problem("Requests cannot be saved", MEANWHILE),
  unreadable: problem("Waiting requests cannot be read", "Nothing that waits is sent again until they can."),
  missing: problem(
    "The outbox is gone",
    `It was there and is not. ${MEANWHILE} Those that wait in it are not sent.`,
  ),
  replaced: problem(
    "The outbox is another one than before",
    "Requests that wait in the former one are not sent.",
  ),
  created: {
    ...notice(
      "New outbox: is this the first start?",
      "If the website ran before, its earlier requests are not here, and those that waited are not sent. On a first start all is well.",
    ),
    ...{ endsQuietly: true, isUrgent: true },
  },
  key: notice(
    "The outbox's key cannot be read",
    "Requests are saved and sent, but one that is sent twice may arrive twice.",
  ),
  unencrypted: notice(
    "Requests travel unencrypted to PostgreSQL",
    "Anybody on the network between can read them.",
  ),
  may_lose: notice("Saved requests may be lost", undefined, "Change that before visitors use the site."),
  low_space: notice(
    "The disk is almost full",
    undefined,
    "Free some space: without it, requests cannot be saved.",
  ),
};

/** Conditions of the storage: the outbox says what is so, this table what that means. */
export const STORAGE: Record<string, Row> = Object.fromEntries(
  Object.entries(WORDS).map(([kind, { text, advice, ...words }]): [string, Row] => [
    `storage.${kind}`,
    ({ storage }) => {
      const trouble = storage.find((one) => one.kind === kind);
      if (!trouble) return false;
      const { since, code, detail = "" } = trouble;
      const said = text ?? detail;
      return {
        ...words,
        since,
        text: code ? said.replace(/\.$/, ` (${code}).`) : said,
        advice: advice ?? detail,
      };
    },
  ]),
);
