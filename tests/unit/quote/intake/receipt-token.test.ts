import { expect, it } from "vitest";
import { makeReceiptTokens } from "~/quote/receipt/receipt-token.server";
import { KEY, MINUTE } from "./sample-quote";

const at = (ms: number) => () => new Date(Date.UTC(2026, 9, 1) + ms);
const have = (key: Buffer) => async () => key;

it("receipt token: genuine for an hour in every process with the key", async () => {
  const receiptToken = await makeReceiptTokens(have(KEY), at(0)).make();
  const isGood = (minutes: number) =>
    makeReceiptTokens(have(KEY), at(minutes * MINUTE)).isGenuine(receiptToken);
  expect(await Promise.all([-2, 0, 59].map(isGood))).toEqual([true, true, true]);
  expect(await Promise.all([-61, 60, 24 * 60].map(isGood))).toEqual([false, false, false]);
});

it("receipt token: not genuine when another key signed it, or none", async () => {
  const { make, isGenuine } = makeReceiptTokens(have(KEY), at(0));
  const receiptToken = await make();
  const [time, signature] = receiptToken.split(".") as [string, string];
  const later = (Number.parseInt(time, 36) + 1).toString(36);
  for (const forged of [
    "",
    time,
    `${time}.`,
    `${later}.${signature}`,
    `${receiptToken}.x`,
    `${receiptToken}A`,
    `.${signature}`,
  ])
    expect(await isGenuine(forged), forged).toBe(false);
  expect(await makeReceiptTokens(have(Buffer.alloc(32, 8)), at(0)).isGenuine(receiptToken)).toBe(false);
});

it("receipt token: genuine when the outbox could not give its key", async () => {
  let idKey = (): Promise<Buffer> => Promise.reject(new Error("no key"));
  const { make, isGenuine } = makeReceiptTokens(() => idKey(), at(0));
  const receiptToken = await make();
  expect(await isGenuine(receiptToken)).toBe(true);
  idKey = have(KEY);
  expect(await isGenuine(receiptToken)).toBe(true);
});
