import { writeFile } from "node:fs/promises";
import { beforeEach, expect, it } from "vitest";
import type { Condition } from "~/monitoring/conditions/condition.server";
import { conditionsOf } from "~/monitoring/conditions/conditions.server";
import { IN_NEXT_EMAIL } from "~/monitoring/conditions/requests.server";
import { makeReadOutbox } from "~/monitoring/read-outbox.server";
import { readPeriod, weeklyText } from "~/monitoring/weekly-text.server";
import type { Status } from "~/quote/lifecycle/stored-quote.server";
import { DiskTimeout } from "~/quote/outbox/folder/io-limiter.server";
import { readTexts } from "~/quote/outbox/folder/read-texts.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { SERVICE } from "../../contractor/offered";
import { DAY, MINUTE, REQUEST, sampleQuote } from "../quote/intake/sample-quote";
import { dir, freshFolder, path } from "../quote/outbox/folder";
import { facts } from "./facts";

/** What the weekly email says. */

const MONDAY = new Date("2026-11-23T12:00:00Z");
const fromMonday = (ms: number) => new Date(MONDAY.getTime() + ms).toISOString();

freshFolder();
beforeEach(() => openFolder(dir).probe());

let made = 0;
/** Puts a request into a place. `ms`: when it came, before Monday morning. */
async function put(place: Status, ms: number, more: object = {}, typed: object = {}) {
  const id = (++made).toString(16).padStart(32, "0");
  const request = { ...sampleQuote("quote", typed), id, receivedAt: fromMonday(-ms), ...more };
  await writeFile(path(place, `${id}.json`), JSON.stringify(request));
}
const sentBy = (channel: string, ms: number) => ({
  sent: { at: fromMonday(-ms), channel, class: "accepted" },
});
const accepted = { count: 1, at: fromMonday(-DAY), class: "accepted", accepted: true as const };
const SINCE = new Date(fromMonday(-7 * DAY));
const letter = async (conditions: Condition[] = [], keepSentDays = 30, named = {}) =>
  weeklyText(await readPeriod(openFolder(dir), SINCE, named, MONDAY), conditions, keepSentDays);
const words = async (...given: Parameters<typeof letter>) =>
  (await letter(...given)).text.replace(/\s+/g, " ");
const condition = (severity: Condition["severity"], title: string): Condition => ({
  ...{ id: "x", severity, title, since: fromMonday(-DAY), text: "It is so.", advice: "Do this." },
});

it("weekly text: says how many arrived, were sent, perhaps, and wait", async () => {
  await put("new", DAY);
  await put("new", 20 * DAY);
  await put("sent", 2 * DAY, sentBy("forward", 2 * DAY));
  await put("sent", DAY, { sent: { at: fromMonday(-DAY), channel: "forward", class: "presumed-accepted" } });
  await put("sent", 20 * DAY, sentBy("forward", 20 * DAY));
  expect((await letter()).subject).toBe("3 quote requests since Nov 16, 7:00 AM");
  expect(await words()).toMatch(
    /3 requests arrived 1 sent to you 1 probably sent to you: the service did not say 2 waiting to be sent Compare.* probably accepted by the forwarding service/,
  );
  // Old ones were deleted since the last email.
  expect(await words([], 3)).toContain("kept for 3 days (KEEP_SENT_DAYS), so older ones are missing here.");
  expect(await words([], 7)).not.toContain("KEEP_SENT_DAYS");
});

it("weekly text: what is wrong comes first, and the worst is the subject", async () => {
  const conditions = [condition("problem", "Nothing works"), condition("info", "A setting")];
  const { subject, text } = await letter(conditions);
  expect(subject).toBe("Nothing works");
  expect(text).toMatch(
    /^What you should know:\n\n\* Nothing works\n {2}It is so\. Do this\.\n\n\* A setting\n/,
  );
  // This email itself ends these.
  const late = { ...condition("problem", "The weekly email has been late"), id: "report.overdue" };
  const failing = { ...condition("problem", "The mail server is late"), id: "channel.failing" };
  expect((await letter([late, { ...failing, about: "mail" }])).text).not.toContain("late");
  expect((await letter([{ ...failing, about: "forward" }])).text).toContain("late");
  expect((await letter([condition("info", "A setting")])).subject).toMatch(/^0 quote requests since/);
});

it("weekly text: everybody who was given up is named until an email did so 30 days ago", async () => {
  for (const [n, name] of ["Ann Miller", "Bo", "Old"].entries())
    await put("dead", (20 + n) * DAY, { dead: { at: fromMonday(-6 * DAY) } }, { fullName: name });
  const old = made.toString(16).padStart(32, "0");
  const { subject, text } = await letter([condition("problem", "Nothing works")], 30, {
    [old]: fromMonday(-31 * DAY),
  });
  expect(subject).toBe("2 GIVEN UP: call Ann Miller and 1 more");
  for (const said of ["no request arrived", "\n  3 given up\n", "1 older one given up", "Given up. Call "])
    expect(text).toContain(said);
  expect(text).toMatch(/Call these visitors:\n\n.*\n {2}Ann Miller, \(269\) 555-0188\n.*\n\n.*\n {2}Bo, /);
  expect(text).not.toContain("Old,");
});

it("weekly text: it does not speak of a next email when it names who was given up itself", async () => {
  const [givenUp] = conditionsOf(facts({}, { dead: [{ id: "ab12" }] }));
  expect(givenUp?.advice).toContain(IN_NEXT_EMAIL);
  const text = await words(givenUp && [givenUp]);
  expect(text).toContain("To see them now: outbox show ID");
  expect(text).not.toMatch(/next weekly email/);
});

it("weekly text: what may have arrived is said of each channel, and of a request that was given up", async () => {
  const presumed = { ...accepted, class: "presumed-accepted" };
  const attempt = { at: fromMonday(-DAY), channel: "forward", class: "presumed-accepted" };
  await put("sent", DAY, { ...sentBy("forward, mail", DAY), attempts: [attempt] });
  await put("new", DAY, { tries: { forward: presumed } });
  const dead = { at: fromMonday(-DAY) };
  await put("dead", DAY, { dead, attempts: [{ ...attempt, class: "unknown" }] });
  const text = await words();
  expect(text).toContain("accepted by email, and probably by the forwarding service ");
  expect(text).toContain("probably accepted by the forwarding service, waiting for the other channel");
  expect(text).toContain("given up, but may have arrived: look in your mailbox, then call this visitor");
  expect(text).toContain("3 requests arrived 1 sent to you 1 waiting to be sent 1 given up");
  const read = await makeReadOutbox(openFolder(dir))(MONDAY);
  expect(read.dead).toMatchObject([{ mayHaveArrived: true }]);
});

it("weekly text: lists each request since the last email, newest first, to compare with the inbox", async () => {
  await put("new", 3 * DAY, { tries: { mail: accepted } }, { fullName: "Dee" });
  await put("sent", 2 * DAY, sentBy("forward, mail", 2 * DAY), { fullName: "Cy" });
  await put("sent", DAY, sentBy("forward", DAY));
  await put("new", 2 * MINUTE, {}, { fullName: "Al", phone: "269 555 0177", projectType: "a barn" });
  await put("sent", 20 * DAY, sentBy("forward", 20 * DAY), { fullName: "Old and done" });
  // These came earlier, but belong here all the same.
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
`);
  // Name and phone are enough to compare.
  for (const value of [REQUEST.email, REQUEST.projectLocation, "First"]) expect(text).not.toContain(value);
});

it("weekly text: a name stays on its line and short when much was typed", async () => {
  await put("new", DAY, {}, { fullName: `Bo\n\n  Al, 1\n  accepted \u202e${"x".repeat(60_000)}` });
  const line = (await letter()).text.split("\n").find((one) => one.startsWith("  Bo"));
  expect(line).toMatch(/^ {2}Bo Al, 1 accepted \\u202ex{70,80}, \(269\) 555-0188$/);
});

it("weekly text: it lists the newest 200 and counts the others when there are very many", async () => {
  for (let n = 1; n <= 450; n++)
    await put("new", ((n * 7) % 450) * MINUTE, {}, { fullName: `Visitor ${(n * 7) % 450}` });
  const { text } = await letter();
  const listed = [...text.matchAll(/Visitor (\d+),/g)].map(([, n]) => Number(n));
  expect(listed).toEqual(Array.from({ length: 200 }, (_, n) => n));
  expect(text).toMatch(/\n\nand 250 more: outbox list \(docs\/operating\.md\)\n$/);
});

it("weekly text: of more than 1,000 given up it notes as named the newest, which it lists", async () => {
  const ids = Array.from({ length: 1_001 }, (_, n) => n.toString(16).padStart(32, "0"));
  async function* texts(status: Status) {
    if (status !== "dead") return;
    // The oldest is read first.
    for (const [n, id] of ids.entries()) {
      const receivedAt = fromMonday((n - 1_001) * MINUTE);
      yield { id, text: JSON.stringify({ ...sampleQuote(), id, receivedAt }) };
    }
  }
  const { named } = await readPeriod({ ...openFolder(dir), texts }, SINCE, {}, MONDAY);
  expect(Object.keys(named).sort()).toEqual(ids.slice(1));
});

it("weekly text: counts the files that cannot be read, and has the others", async () => {
  await put("sent", DAY, sentBy("forward", DAY));
  await put("sent", 2 * DAY, sentBy("forward", DAY), { fullName: "On a bad block" });
  await writeFile(path("dead", `${"d".repeat(32)}.json`), "{");
  const outbox = openFolder(dir);
  const bad = made.toString(16).padStart(32, "0");
  const failing = (error: Error) => ({
    ...outbox,
    texts: (status: Status) =>
      readTexts(path(status), (id) => (id === bad ? Promise.reject(error) : outbox.text(status, id))),
  });
  const unreadable = Object.assign(new Error("read"), { code: "EIO" });
  const { text } = weeklyText(await readPeriod(failing(unreadable), SINCE, {}, MONDAY), [], 30);
  expect(text).toContain("2 files that cannot be read: outbox list");
  expect(text).toContain("Renée");
  // A disk that hangs reads nothing: later.
  const late = readPeriod(failing(new DiskTimeout()), SINCE, {}, MONDAY);
  await expect(late).rejects.toThrow(DiskTimeout);
});
