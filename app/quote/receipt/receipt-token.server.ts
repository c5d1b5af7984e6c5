import { createHmac, randomBytes } from "node:crypto";
import { SAME_QUOTE_MS } from "~/quote/lifecycle/stored-quote.server";

const signed = (key: Buffer, time: string): string =>
  `${time}.${createHmac("sha256", key).update(`sent ${time}`).digest("base64url").slice(0, 22)}`;

/**
 * Makes and verifies receipt tokens: without one, a URL shows no success message. A token is the time, signed with the outbox's
 * key so that every process of the site can verify it. It contains no personal data and is valid for an hour.
 */
export function makeReceiptTokens(idKey: () => Promise<Buffer>, now: () => Date) {
  /** Used while the outbox's key can't be read. */
  const spareKey = randomBytes(32);
  const outboxKey = () => idKey().catch(() => spareKey);
  return {
    make: async () => signed(await outboxKey(), now().getTime().toString(36)),
    isGenuine: async (receiptToken: string): Promise<boolean> => {
      const [time = ""] = receiptToken.split(".");
      // Absolute, because the clock may have been set back.
      const age = Math.abs(now().getTime() - Number.parseInt(time, 36));
      if (!(age < SAME_QUOTE_MS)) return false;
      return [await outboxKey(), spareKey].some((key) => receiptToken === signed(key, time));
    },
  };
}
