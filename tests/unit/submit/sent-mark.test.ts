import { expect, it } from "vitest";
import { makeSentMarks } from "~/quote/submit/sent-mark.server";

const MINUTE = 60_000;
const key = Buffer.alloc(32, 7);
const at = (ms: number) => () => new Date(Date.UTC(2026, 9, 1) + ms);
const have = (key: Buffer) => async () => key;
const haveNone = () => Promise.reject(new Error("no key"));

it("a mark is good for an hour, in every process with the key, also after the clock was set back a little", async () => {
  const mark = await makeSentMarks(have(key), at(0)).make();
  for (const minutes of [-2, 0, 59]) {
    expect(await makeSentMarks(have(key), at(minutes * MINUTE)).isGenuine(mark), `${minutes}`).toBe(true);
  }
  for (const minutes of [-61, 60, 24 * 60]) {
    expect(await makeSentMarks(have(key), at(minutes * MINUTE)).isGenuine(mark), `${minutes}`).toBe(false);
  }
});

it("what another key signed, or nobody, is no mark", async () => {
  const { make, isGenuine } = makeSentMarks(have(key), at(0));
  const mark = await make();
  const [time, signature] = mark.split(".") as [string, string];
  const later = (Number.parseInt(time, 36) + 1).toString(36);
  for (const forged of [
    "",
    "1",
    time,
    `${time}.`,
    `${later}.${signature}`,
    `${mark}.x`,
    `${mark}A`,
    `.${signature}`,
  ])
    expect(await isGenuine(forged), forged).toBe(false);
  expect(await makeSentMarks(have(Buffer.alloc(32, 8)), at(0)).isGenuine(mark)).toBe(false);
});

it("where the outbox cannot give its key, a request that was sent is thanked for all the same", async () => {
  let idKey: () => Promise<Buffer> = haveNone;
  const { make, isGenuine } = makeSentMarks(() => idKey(), at(0));
  const mark = await make();
  expect(await isGenuine(mark)).toBe(true);
  idKey = have(key);
  expect(await isGenuine(mark)).toBe(true);
});
