import { mkdir, readFile, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type Config, parseConfig } from "~/config/config.server";
import { dueDate } from "~/local-time.server";
import { makeWeeklyReport, runWeeklyReport } from "~/monitoring/weekly-report.server";
import { makeRedeliveryLock } from "~/quote/outbox/folder/lock.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { type MailServer, startMailServer } from "../../mail-server";
import { DAY, MINUTE } from "../intake/sample-quote";
import { path as at, dir, freshFolder, log, logLines as said } from "../outbox/folder";

/** When the weekly email comes. */

freshFolder();

const due = (time: string) => dueDate(new Date(time), "monday", 7);

it.each([
  ["2026-07-06T10:59:00Z", undefined],
  ["2026-07-06T11:00:00Z", "2026-07-06"],
  ["2026-11-23T11:59:00Z", undefined],
  ["2026-11-23T12:00:00Z", "2026-11-23"],
  ["2026-11-24T11:59:00Z", "2026-11-23"],
  ["2026-11-24T12:59:00Z", undefined],
  ["2026-11-26T12:00:00Z", undefined],
])("is due from 7:00 on Monday, in summer and in winter, for a day: %s, %s", (time, date) => {
  expect(due(time)).toBe(date);
});

it.each([
  ["2026-03-07T00:00:00Z", "2026-03-09"],
  ["2026-10-31T00:00:00Z", "2026-11-02"],
])("is due once in the week after %s, in which the clock is changed", (from, date) => {
  const hours = Array.from({ length: 7 * 24 }, (_, n) => Date.parse(from) + n * 60 * MINUTE);
  const dates = hours.map((time) => due(new Date(time).toISOString())).filter(Boolean);
  expect(new Set(dates)).toEqual(new Set([date]));
});

const MONDAY = new Date("2026-11-23T12:00:00Z");
const fromMonday = (ms: number) => new Date(MONDAY.getTime() + ms);
let server: MailServer;
const locks: { release: () => Promise<void> }[] = [];
const note = (text: string) => openFolder(dir).writeMetadata("report", text);
const noted = async () => (await readFile(at("report"), "utf8")).trim();
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.behave("accept");
  server.received.length = 0;
  await note("2026-11-16\n");
});
afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.release();
});

/** What a process on the outbox has. */
function parts() {
  const { config } = parseConfig({ SMTP_URL: server.url, MAIL_TO: "owner@dig.example" });
  const { mailSettings, ...others } = config as Config;
  const outbox = openFolder(dir);
  const redeliveryLock = makeRedeliveryLock(dir, outbox.probe);
  locks.push(redeliveryLock);
  if (!mailSettings) throw new Error("no mail server");
  return { ...others, mailSettings, outboxes: [outbox], redeliveryLock, log };
}
/** A process; the function is its poll. */
const start = () => makeWeeklyReport(parts());

it.each([
  [new TypeError("no such thing"), [["error", "site.fault", { code: "TypeError" }]]],
  [Object.assign(new Error("no"), { code: "EIO" }), []],
])(
  "a fault of its own is in the log; what the disk throws is logged by the redelivery: %s",
  async (error, lines) => {
    const acquire = () => Promise.reject(error);
    void runWeeklyReport({ ...parts(), redeliveryLock: { acquire } });
    await sleep(20);
    expect(said).toEqual(lines);
  },
);

it("comes once, whichever process sends it, and also when nothing arrived; the next week again", async () => {
  const both = [start(), start()];
  await Promise.all(both.map((poll) => poll(MONDAY)));
  for (const poll of both) await poll(fromMonday(MINUTE));
  expect(server.received).toMatchObject([
    {
      to: ["owner@dig.example"],
      mail: {
        subject: "Hometown Excavating: 0 quote requests this week, 0 waiting",
        text: expect.stringContaining("Nothing arrived."),
      },
    },
  ]);
  expect(await noted()).toBe("2026-11-23");
  for (const poll of both) await poll(fromMonday(7 * DAY));
  expect(server.received).toHaveLength(2);
  expect(said.map(([, event]) => event)).toEqual(["report.sent", "report.sent"]);
});

it("does not come while it could not be noted: it would come again and again", async () => {
  const poll = start();
  await poll(fromMonday(-MINUTE));
  await rm(at("report"));
  await mkdir(at("report"));
  await poll(MONDAY);
  expect(said).toMatchObject([["error", "report.failed", { code: "EISDIR" }]]);
  await rm(dir, { recursive: true });
  await expect(poll(MONDAY)).rejects.toMatchObject({ code: "ENOKEY" });
  expect(server.received).toEqual([]);
});

it.each([
  ["not in the hour of a first start, but a week later", MONDAY, fromMonday(7 * DAY)],
  ["on its day if the first start was the day before", fromMonday(-DAY), MONDAY],
])("comes %s", async (_, first, date) => {
  await rm(at("report"));
  const poll = start();
  await poll(first);
  await poll(new Date(first.getTime() + MINUTE));
  expect(server.received).toEqual([]);
  await poll(date);
  expect(server.received).toHaveLength(1);
});

it("is tried again at each poll of its day until the mail server takes it; that it failed is told once, and the end", async () => {
  const poll = start();
  server.behave("defer");
  for (const n of [0, 1, 2]) await poll(fromMonday(n * 10 * MINUTE));
  expect(said).toMatchObject([["error", "report.failed", {}]]);
  expect(await noted()).toBe("2026-11-16");
  server.behave("accept");
  await poll(fromMonday(23 * 60 * MINUTE));
  expect(server.received).toHaveLength(1);
  const over = ["info", "problem.over", { problem: "report.failed" }];
  expect(said.slice(1)).toMatchObject([["info", "report.sent", { date: "2026-11-23" }], over]);
});

it.each([
  ["a clock that was years ahead", "2029-01-01\n"],
  ["version 1.0.0, on another form", "2026-11-18T12:03:00.000Z\n"],
  ["a crash: it is empty", ""],
])("comes although the last date was noted by %s", async (_, text) => {
  await note(text);
  await start()(MONDAY);
  expect(server.received).toHaveLength(1);
  expect(await noted()).toBe("2026-11-23");
});
