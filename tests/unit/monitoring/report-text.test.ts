import { writeFile } from "node:fs/promises";
import { beforeEach, expect, it } from "vitest";
import { readWeek, reportText } from "~/monitoring/report-text.server";
import type { QuoteValues } from "~/quote/fields";
import type { Status, StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { DiskTimeout } from "~/quote/outbox/folder/io-limiter.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { SERVICE } from "../../contractor/offered";
import { DAY, MINUTE, REQUEST, sampleQuote } from "../intake/sample-quote";
import { at, dir, freshFolder } from "../outbox/folder";

/** What the weekly email says. */

const MONDAY = new Date("2026-11-23T12:00:00Z");
const fromMonday = (ms: number) => new Date(MONDAY.getTime() + ms).toISOString();

freshFolder();
beforeEach(() => openFolder(dir).probe());

let made = 0;
/** Puts a request into a place. `ms`: when it came, before Monday morning. */
async function put(
  place: Status,
  ms: number,
  more: Partial<StoredQuote> = {},
  typed: Partial<QuoteValues> = {},
) {
  const id = (++made).toString(16).padStart(32, "0");
  const request = { ...sampleQuote("quote", typed), id, receivedAt: fromMonday(-ms), ...more };
  await writeFile(at(place, `${id}.json`), JSON.stringify(request));
}
const sentBy = (channel: string, ms: number) => ({
  sent: { at: fromMonday(-ms), channel, class: "accepted" },
});
const accepted = { count: 1, at: fromMonday(-DAY), class: "accepted", accepted: true as const };
const letter = async (keepSentDays = 30, isShared = false) =>
  reportText(await readWeek([openFolder(dir)], MONDAY), { keepSentDays, isShared });
const words = async (keepSentDays?: number) => (await letter(keepSentDays)).text.replace(/\s+/g, " ");

it("says how many arrived, were sent, wait and were given up, why some wait, and what to do", async () => {
  const activation = { count: 1, at: fromMonday(-DAY), class: "needs-activation" };
  await put("new", DAY, { tries: { forward: activation } });
  await put("new", 20 * DAY);
  await put("sent", 2 * DAY, sentBy("forward", 2 * DAY));
  await put("sent", 20 * DAY, sentBy("forward", 20 * DAY));
  await put("dead", 20 * DAY, { dead: { at: fromMonday(-6 * DAY) } });
  expect((await letter()).subject).toBe("2 quote requests this week, 2 waiting");
  const text = await words();
  expect(text).toContain("2 requests arrived 1 sent to you Now: 2 waiting to be sent 1 given up");
  expect(text).toContain("click the link in it");
  expect(text).toContain("call the visitors");
});

it("says apart what reached the owner by one channel only", async () => {
  const mail = { count: 3, at: fromMonday(-DAY), class: "mail-refused" };
  await put("new", DAY, { tries: { forward: accepted, mail } });
  const text = await words();
  expect(text).toContain("0 waiting to be sent");
  expect(text).toContain("1 request has reached you by one channel; the other is tried again.");
  expect(text).toContain("The mail server refuses this.");
});

it("lists each request of the week, newest first, for the owner to compare with the inbox", async () => {
  await put("new", 3 * DAY, { tries: { mail: accepted } }, { fullName: "Dee" });
  await put("sent", 2 * DAY, sentBy("forward, mail", 2 * DAY), { fullName: "Cy" });
  await put("sent", DAY, sentBy("forward", DAY));
  await put("new", 2 * MINUTE, {}, { fullName: "Al", phone: "269 555 0177", projectType: "a barn" });
  await put("sent", 20 * DAY, sentBy("forward", 20 * DAY), { fullName: "Old and done" });
  // These came earlier, but are the week's all the same.
  await put("dead", 15 * DAY, { dead: { at: fromMonday(-DAY) } }, { fullName: "Gus" });
  await put("sent", 9 * DAY, sentBy("mail", 3 * DAY), { fullName: "Eve" });
  await put("new", 8 * DAY, {}, { fullName: "Hal" });
  const { text } = await letter();
  expect(
    text.slice(text.indexOf("Compare this list")),
  ).toBe(`Compare this list with your inbox and your spam folder: a service can accept a request and lose it.

Monday, November 23, 2026, 6:58 AM, another service
  Al, 269 555 0177
  waiting to be sent

Sunday, November 22, 2026, 7:00 AM, ${SERVICE.title}
  Renée O’Brien – 水, (269) 555-0188
  accepted by the forwarding service

Saturday, November 21, 2026, 7:00 AM, ${SERVICE.title}
  Cy, (269) 555-0188
  accepted by the forwarding service and by email

Friday, November 20, 2026, 7:00 AM, ${SERVICE.title}
  Dee, (269) 555-0188
  accepted by email, waiting for the other channel

Sunday, November 15, 2026, 7:00 AM, ${SERVICE.title}
  Hal, (269) 555-0188
  waiting to be sent

Saturday, November 14, 2026, 7:00 AM, ${SERVICE.title}
  Eve, (269) 555-0188
  accepted by email

Sunday, November 8, 2026, 7:00 AM, ${SERVICE.title}
  Gus, (269) 555-0188
  given up: call this visitor
`);
  // Name and phone are enough to compare.
  for (const value of [REQUEST.email, REQUEST.projectLocation, "First"]) expect(text).not.toContain(value);
});

it("keeps a name on its line and at a length that can be read, whatever was typed", async () => {
  await put("new", DAY, {}, { fullName: `Bo\n\n  Al, 1\n  accepted \u202e${"x".repeat(60_000)}` });
  const line = (await letter()).text.split("\n").find((one) => one.startsWith("  Bo"));
  expect(line).toMatch(/^ {2}Bo Al, 1 accepted \\u202ex{70,80}, \(269\) 555-0188$/);
});

it("lists the newest 200 of very many, and says how many more there are", async () => {
  for (let n = 1; n <= 450; n++)
    await put("new", ((n * 7) % 450) * MINUTE, {}, { fullName: `Visitor ${(n * 7) % 450}` });
  const { text } = await letter();
  const listed = [...text.matchAll(/Visitor (\d+),/g)].map(([, n]) => Number(n));
  expect(listed).toEqual(Array.from({ length: 200 }, (_, n) => n));
  expect(text).toMatch(/\n\nand 250 more: npm run outbox\n$/);
});

it("counts files that cannot be read, and comes all the same", async () => {
  await put("sent", DAY, sentBy("forward", DAY));
  await put("sent", 2 * DAY, sentBy("forward", DAY), { fullName: "On a bad block" });
  await writeFile(at("dead", `${"d".repeat(32)}.json`), "{");
  const outbox = openFolder(dir);
  const bad = made.toString(16).padStart(32, "0");
  const failing = (error: Error) => ({
    ...outbox,
    text: (place: Status, id: string) => (id === bad ? Promise.reject(error) : outbox.text(place, id)),
  });
  const unreadable = Object.assign(new Error("read"), { code: "EIO" });
  const { text } = reportText(await readWeek([failing(unreadable)], MONDAY), {
    keepSentDays: 30,
    isShared: false,
  });
  expect(text).toContain("2 files in the outbox cannot be read and are not sent: npm run outbox");
  expect(text).toContain("Renée");
  // A disk that hangs reads nothing: later.
  await expect(readWeek([failing(new DiskTimeout())], MONDAY)).rejects.toThrow(DiskTimeout);
});

it("says where it did not count, if there are several machines", async () => {
  const elsewhere = "On the others: npm run outbox";
  expect((await letter(30, true)).text).toContain(elsewhere);
  expect((await letter()).text).not.toContain(elsewhere);
});

it("does not say of a file in new/ that cannot be read that it is tried again, and says that old ones are deleted within the week", async () => {
  await writeFile(at("new", `${"d".repeat(32)}.json`), "{");
  expect((await letter()).subject).toBe("0 quote requests this week, 0 waiting, 1 damaged");
  const text = await words(3);
  expect(text).toContain("1 file in the outbox cannot be read and is not sent: npm run outbox");
  expect(text).not.toContain("tried again");
  expect(text).toContain("kept for 3 days (KEEP_SENT_DAYS), so older ones are missing here.");
});
