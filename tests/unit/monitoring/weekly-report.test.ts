import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type Config, parseConfig } from "~/config/config.server";
import type { Event } from "~/log/events";
import { makeMessages } from "~/monitoring/messages.server";
import { makeWeeklyReport } from "~/monitoring/weekly-report.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { makeLeaderLock } from "~/quote/outbox/leader-lock.server";
import { dueDate } from "~/site/local-time.server";
import { type MailServer, startMailServer } from "../../mail-server";
import { DAY, MINUTE } from "../submit/sample-request";

/** When the weekly email comes. */

const due = (time: string) => dueDate(new Date(time), "monday", 7);

it.each([
  ["2026-07-06T10:59:00Z", undefined],
  ["2026-07-06T11:00:00Z", "2026-07-06"],
  ["2026-11-23T11:59:00Z", undefined],
  ["2026-11-23T12:00:00Z", "2026-11-23"],
  ["2026-11-24T11:59:00Z", "2026-11-23"],
  ["2026-11-24T12:59:00Z", undefined],
  ["2026-11-26T12:00:00Z", undefined],
])("is due from 7:00 on Monday in Michigan, in summer and in winter, for a day: %s, %s", (time, date) => {
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
let dir: string;
let lines: string[];
let told: (string | undefined)[];
const locks: { release: () => Promise<void> }[] = [];
const note = (text: string) => writeFile(join(dir, "report"), text);
const noted = async () => (await readFile(join(dir, "report"), "utf8")).trim();
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.behave("accept");
  server.received.length = 0;
  dir = await mkdtemp(join(tmpdir(), "outbox-"));
  [lines, told] = [[], []];
  await note("2026-11-16\n");
});
afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.release();
  await rm(dir, { recursive: true, force: true });
});

/** A process on the outbox; the function is its poll. */
function start() {
  const { config } = parseConfig({ SMTP_URL: server.url, MAIL_TO: "owner@dig.example" });
  const { mailSettings, ...others } = config as Config;
  const outbox = openOutbox(dir);
  const leaderLock = makeLeaderLock(dir, outbox.probe);
  locks.push(leaderLock);
  const toMessage = makeMessages();
  const log = (...event: Event) => {
    const [level, name, { code }] = event;
    lines.push([level, name, code].filter(Boolean).join(" "));
    told.push(toMessage(...event)?.type);
  };
  if (!mailSettings) throw new Error("no mail server");
  return makeWeeklyReport({ ...others, mailSettings, outboxes: [outbox], leaderLock, log });
}

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
  expect(lines).toEqual(["info report.sent", "info report.sent"]);
});

it("does not come while it could not be noted: it would come again and again", async () => {
  const poll = start();
  await poll(fromMonday(-MINUTE));
  await rm(join(dir, "report"));
  await mkdir(join(dir, "report"));
  await poll(MONDAY);
  expect(lines).toEqual(["error report.failed EISDIR"]);
  await rm(dir, { recursive: true });
  await expect(poll(MONDAY)).rejects.toMatchObject({ code: "ENOKEY" });
  expect(server.received).toEqual([]);
});

it.each([
  ["not in the hour of a first start, but a week later", MONDAY, fromMonday(7 * DAY)],
  ["on its day if the first start was the day before", fromMonday(-DAY), MONDAY],
])("comes %s", async (_, first, date) => {
  await rm(join(dir, "report"));
  const poll = start();
  await poll(first);
  await poll(new Date(first.getTime() + MINUTE));
  expect(server.received).toEqual([]);
  await poll(date);
  expect(server.received).toHaveLength(1);
});

it("is tried again at each poll of its day until the mail server takes it; the owner is told that it failed, and the end", async () => {
  const poll = start();
  server.behave("defer");
  for (const n of [0, 1, 2]) await poll(fromMonday(n * 10 * MINUTE));
  expect(lines).toEqual([expect.stringMatching(/^error report\.failed \w+$/)]);
  expect(await noted()).toBe("2026-11-16");
  server.behave("accept");
  await poll(fromMonday(23 * 60 * MINUTE));
  expect(server.received).toHaveLength(1);
  expect(lines.slice(1)).toEqual(["info report.sent", "info problem.over"]);
  expect(told).toEqual(["trouble", undefined, "trouble.over"]);
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
