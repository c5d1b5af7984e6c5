import type { Found, Row } from "~/monitoring/conditions/condition.server";
import type { StorageTrouble } from "~/quote/outbox/outbox.server";

const MEANWHILE =
  "New requests are sent immediately, without being saved. One that is not accepted is lost, and its visitor is asked to call you.";

/** The words of a trouble. Where `text` or `advice` is left out, it is what the store says. */
type Words = Omit<Found, "text" | "advice"> & Partial<Found>;
const problem = (title: string, text: string): Words => ({ severity: "problem", title, text });
const notice = (title: string, words: Partial<Found>): Words => ({ severity: "notice", title, ...words });

/** Severity and words of each trouble of the storage. */
const WORDS: Record<StorageTrouble["kind"], Words> = {
  unwritable: problem("Requests cannot be saved", MEANWHILE),
  unreadable: problem("Waiting requests cannot be read", "Nothing that waits is sent again until they can."),
  missing: problem(
    "The outbox is gone",
    `It was there before and is now gone. ${MEANWHILE} Requests waiting in it are not sent.`,
  ),
  replaced: problem("The outbox has been replaced", "Requests waiting in the old one are not sent."),
  created: notice("New outbox: is this the first start?", {
    text: "If the website ran before, its earlier requests are not here, and the ones that were waiting are not sent. On a first start this is normal.",
    endsQuietly: true,
    isUrgent: true,
  }),
  key: notice("The outbox's key cannot be read", {
    text: "Requests are saved and sent, but one submitted twice may arrive twice.",
  }),
  unencrypted: notice("Requests travel unencrypted to PostgreSQL", {
    text: "Anybody on the network between can read them.",
  }),
  may_lose: notice("Saved requests may be lost", { advice: "Change that before visitors use the site." }),
  low_space: notice("The disk is almost full", {
    advice: "Free some space: without it, requests cannot be saved.",
  }),
};

/** Conditions of the storage: the outbox says what is so, `WORDS` what that means. */
export const STORAGE: Record<string, Row> = Object.fromEntries(
  Object.entries(WORDS).map(([kind, { text, advice, ...words }]): [string, Row] => [
    `storage.${kind}`,
    ({ storage }) => {
      const trouble = storage.find((one) => one.kind === kind);
      if (!trouble) return false;
      const { since, code, detail = "" } = trouble;
      const said = text ?? detail;
      const withCode = code ? said.replace(/\.$/, ` (${code}).`) : said;
      return { ...words, since, text: withCode, advice: advice ?? detail };
    },
  ]),
);
