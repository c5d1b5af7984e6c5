import { mkdir, rm } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Config, parseConfig } from "~/config/config.server";
import { latestDue } from "~/local-time.server";
import type { Failing } from "~/monitoring/conditions/condition.server";
import { readReport } from "~/monitoring/report-note.server";
import { makeWeeklyEmail } from "~/monitoring/weekly-email.server";
import { gaveUp } from "~/quote/lifecycle/transitions.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { type MailServer, startMailServer } from "../../mail-server";
import { DAY, MINUTE, sampleQuote } from "../quote/intake/sample-quote";
import { dir, failing, freshFolder, log, logLines, path } from "../quote/outbox/folder";

/** When the weekly email comes. */

freshFolder();

it.each([
  ["2026-07-06T10:59:00Z", "2026-06-29", "2026-06-29T11:00"],
  ["2026-07-06T11:00:00Z", "2026-07-06", "2026-07-06T11:00"],
  ["2026-11-23T11:59:00Z", "2026-11-16", "2026-11-16T12:00"],
  ["2026-11-23T12:00:00Z", "2026-11-23", "2026-11-23T12:00"],
  ["2026-11-28T12:30:00Z", "2026-11-23", "2026-11-23T12:00"],
  ["2026-03-09T11:00:00Z", "2026-03-09", "2026-03-09T11:00"],
  ["2026-11-02T12:00:00Z", "2026-11-02", "2026-11-02T12:00"],
])("weekly email: at %s it was last due on %s, 7:00 where the company is", (time, date, at) => {
  expect(latestDue(new Date(time), "monday", 7)).toEqual({ date, at: new Date(`${at}:00Z`) });
});

const MONDAY = new Date("2026-11-23T12:00:00Z");
const fromMonday = (ms: number) => new Date(MONDAY.getTime() + ms);
let server: MailServer;
const note = (text: string) => openFolder(dir).writeMetadata("report", text);
const sentDate = async () => (await readReport(openFolder(dir)))?.date;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.behave("accept");
  server.received.length = 0;
  observed.failing = {};
  await note("2026-11-16\n");
});
/** The failures that it notes. */
const observed = { failing: {} as { report?: Failing } };
/** A process; the function is its poll. */
function start(outbox = openFolder(dir)) {
  const { config } = parseConfig({ SMTP_URL: server.url, MAIL_TO: "owner@dig.example" });
  const { mailSettings, ...others } = config as Config;
  if (!mailSettings) throw new Error("no mail server");
  const sendIfDue = makeWeeklyEmail({ ...others, mailSettings, outbox, observed, log });
  return (now: Date) => sendIfDue(now, []);
}

it("weekly email: it comes once, also when nothing arrived, and the next week again", async () => {
  const poll = start();
  await poll(MONDAY);
  await poll(fromMonday(MINUTE));
  await start()(fromMonday(2 * MINUTE));
  const subject = "Hometown Excavating: 0 quote requests since Nov 16, 7:00 AM";
  expect(server.received).toMatchObject([{ to: ["owner@dig.example"], mail: { subject } }]);
  expect(server.received[0]?.mail.text).toMatch(
    /\n {2}no request arrived: if that surprises you, send one .*\n {2}0 sent to you\n/,
  );
  expect(await sentDate()).toBe("2026-11-23");
  await poll(fromMonday(7 * DAY));
  expect(server.received).toHaveLength(2);
  expect(logLines.map(([, event]) => event)).toEqual(["report.sent", "report.sent"]);
});

it("weekly email: does not come while its date cannot be written, or it would come again and again", async () => {
  const poll = start();
  await poll(MONDAY);
  server.received.length = 0;
  await rm(path("report"));
  await mkdir(path("report"));
  await poll(fromMonday(7 * DAY));
  expect(logLines.slice(1)).toMatchObject([["warn", "report.failed", { code: "EISDIR" }]]);
  expect(server.received).toEqual([]);
});

it("weekly email: it is not late because its date cannot be read", async () => {
  await start({ ...openFolder(dir), readMetadata: failing("EIO") })(MONDAY);
  expect(logLines).toMatchObject([["warn", "report.failed", { code: "EIO" }]]);
  expect(observed.failing.report).toBeUndefined();
});

it.each([
  ["not in the hour of a first start, but a week later", MONDAY, fromMonday(7 * DAY)],
  ["on its day if the first start was the day before", fromMonday(-DAY), MONDAY],
])("comes %s", async (_, first, date) => {
  await rm(path("report"));
  const poll = start();
  await poll(first);
  await poll(new Date(first.getTime() + MINUTE));
  expect(server.received).toEqual([]);
  await poll(date);
  expect(server.received).toHaveLength(1);
});

it("weekly email: it stays due until the server takes it, and covers all since the last one", async () => {
  server.behave("defer");
  for (const days of [0, 1, 4]) await start()(fromMonday(days * DAY));
  expect(logLines.map(([level, event]) => [level, event])).toEqual(Array(3).fill(["warn", "report.failed"]));
  expect(observed.failing.report).toEqual({ since: MONDAY.toISOString(), code: expect.any(String) });
  expect(await sentDate()).toBe("2026-11-16");
  // Another one is due, too, but the first has been late since it was due, also after a restart.
  observed.failing = {};
  await start()(fromMonday(11 * DAY));
  expect(observed.failing.report?.since).toBe(MONDAY.toISOString());
  server.behave("accept");
  await openFolder(dir).update({ ...sampleQuote(), receivedAt: fromMonday(-5 * DAY).toISOString() });
  const poll = start();
  await poll(fromMonday(5 * DAY));
  const arrived = expect.stringContaining("1 request arrived");
  expect(server.received.map(({ mail }) => mail.text)).toEqual([arrived]);
  expect(observed.failing.report).toBeUndefined();
  await poll(fromMonday(7 * DAY));
  expect(server.received.at(-1)?.mail.text).toContain("no request arrived");
});

it("weekly email: names each request that was given up, and notes when it first did", async () => {
  const outbox = openFolder(dir);
  await outbox.markDead(gaveUp(sampleQuote(), MONDAY));
  const poll = start();
  const first = { [sampleQuote().id]: MONDAY.toISOString() };
  for (const week of [0, 1, 4]) {
    await poll(fromMonday(week * 7 * DAY));
    expect(server.received.at(-1)?.mail.subject).toMatch(/^Hometown.*: 1 GIVEN UP: call Renée O’Brien/);
    expect((await readReport(outbox))?.named).toEqual(first);
  }
  // It was named 30 days ago.
  await poll(fromMonday(5 * 7 * DAY));
  const { subject, text } = server.received.at(-1)?.mail ?? {};
  expect(subject).toMatch(/: 0 quote requests since/);
  expect(text).toContain("1 older one given up, named in earlier emails");
  expect((await readReport(outbox))?.named).toEqual(first);
});

it.each([
  ["a clock that was years ahead", "2029-01-01\n"],
  ["version 1.0.0, on another form", "2026-11-18T12:03:00.000Z\n"],
  ["a crash: it is empty", ""],
])("comes although the last date was written by %s", async (_, text) => {
  await note(text);
  await start()(MONDAY);
  expect(server.received).toHaveLength(1);
  expect(await sentDate()).toBe("2026-11-23");
});
