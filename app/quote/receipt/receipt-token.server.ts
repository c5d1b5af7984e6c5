import { createHmac, randomBytes } from "node:crypto";
import { SAME_QUOTE_MS } from "~/quote/lifecycle/stored-quote.server";

const signed = (key: Buffer, time: string): string =>
  `${time}.${createHmac("sha256", key).update(`sent ${time}`).digest("base64url").slice(0, 22)}`;

/**
 * Makes and verifies the receipt token in the URL of the success message: the time, signed with the outbox's key, so that
 * every process with that outbox can verify it. Without a valid token, a URL shows no success message. It holds no personal
 * data and is valid for an hour.
 */
export function makeReceiptTokens(idKey: () => Promise<Buffer>, now: () => Date) {
  /** For as long as the outbox's key can't be read. */
  const spareKey = randomBytes(32);
  const outboxKey = () => idKey().catch(() => spareKey);
  return {
    make: async () => signed(await outboxKey(), now().getTime().toString(36)),
    isGenuine: async (receiptToken: string): Promise<boolean> => {
      const [time = ""] = receiptToken.split(".");
      // The clock may have been set back.
      const age = Math.abs(now().getTime() - Number.parseInt(time, 36));
      if (!(age < SAME_QUOTE_MS)) return false;
      return [await outboxKey(), spareKey].some((key) => receiptToken === signed(key, time));
    },
  };
}
