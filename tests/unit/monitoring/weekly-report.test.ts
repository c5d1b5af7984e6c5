import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeMessages } from "~/monitoring/messages.server";
import { makeReportDate } from "~/monitoring/report-date.server";
import { makeWeeklyReport } from "~/monitoring/weekly-report.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { makeLeaderLock } from "~/quote/outbox/leader-lock.server";
import { dueDate } from "~/site/michigan-time.server";
import { type MailServer, startMailServer } from "../../mail-server";
import { DAY, MINUTE } from "../submit/sample-request";

describe("the hour of the weekly email", () => {
  const due = (time: string) => dueDate(new Date(time), "monday", 7);

  it("is 7:00 in Michigan, in summer and in winter, and for a day after it", () => {
    expect(due("2026-07-06T10:59:00Z")).toBeUndefined();
    expect(due("2026-07-06T11:00:00Z")).toBe("2026-07-06");
    expect(due("2026-11-23T11:59:00Z")).toBeUndefined();
    expect(due("2026-11-23T12:00:00Z")).toBe("2026-11-23");
    expect(due("2026-11-24T11:59:00Z")).toBe("2026-11-23");
    expect(due("2026-11-24T12:59:00Z")).toBeUndefined();
    expect(due("2026-11-26T12:00:00Z")).toBeUndefined();
  });

  it("comes once in the weeks in which the clock is changed", () => {
    for (const [from, date] of [
      ["2026-03-07T00:00:00Z", "2026-03-09"],
      ["2026-10-31T00:00:00Z", "2026-11-02"],
    ] as const) {
      const hours = Array.from({ length: 7 * 24 }, (_, n) => new Date(Date.parse(from) + n * 3_600_000));
      const dates = hours.map((time) => dueDate(time, "monday", 7)).filter(Boolean);
      expect(new Set(dates)).toEqual(new Set([date]));
    }
  });
});

describe("the weekly email", () => {
  let server: MailServer;
  let dir: string;
  let lines: string[];
  let told: (string | undefined)[];
  const locks: { release: () => Promise<void> }[] = [];
  const MONDAY = new Date("2026-11-23T12:00:00Z");
  const fromMonday = (ms: number) => new Date(MONDAY.getTime() + ms);
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
    lines = [];
    told = [];
    await note("2026-11-16\n");
  });
  afterEach(async () => {
    for (const lock of locks.splice(0)) await lock.release();
    await rm(dir, { recursive: true, force: true });
  });

  /** A process on the outbox; the function is its poll. */
  function start() {
    const outbox = openOutbox(dir);
    const lock = makeLeaderLock(dir, outbox.probe);
    locks.push(lock);
    const toMessage = makeMessages();
    return makeWeeklyReport({
      mailSettings: { smtpUrl: server.url, to: "owner@example.com", from: "site@example.com" },
      ...{ day: "monday", name: "Hometown Excavating", siteHost: "dig.example", keepSentDays: 30 },
      ...{ outboxes: [outbox], reportDate: makeReportDate(outbox), leaderLock: lock },
      log(level, event, facts = {}) {
        lines.push([level, event, facts.code].filter(Boolean).join(" "));
        told.push(toMessage(level, event, facts)?.type);
      },
    });
  }

  it("comes once, whichever process sends it, and also when nothing arrived; the next week again", async () => {
    const both = [start(), start()];
    await Promise.all(both.map((poll) => poll(MONDAY)));
    for (const poll of both) await poll(fromMonday(MINUTE));
    expect(server.received).toHaveLength(1);
    const [{ mail, to } = {}] = server.received;
    expect(to).toEqual(["owner@example.com"]);
    expect(mail?.subject).toBe("Hometown Excavating: 0 quote requests this week, 0 waiting");
    expect(mail?.text).toContain("Nothing arrived.");
    expect(await noted()).toBe("2026-11-23");
    for (const poll of both) await poll(fromMonday(7 * DAY));
    expect(server.received).toHaveLength(2);
    expect(lines).toEqual(["info report.sent", "info report.sent"]);
  });

  it("does not come before its hour, nor a day after it", async () => {
    await start()(fromMonday(-MINUTE));
    await start()(fromMonday(DAY));
    expect(server.received).toEqual([]);
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

  it("does not come in the hour of a first start, but on the next report day", async () => {
    await rm(join(dir, "report"));
    const poll = start();
    await poll(MONDAY);
    await poll(fromMonday(MINUTE));
    expect(server.received).toEqual([]);
    await poll(fromMonday(7 * DAY));
    expect(server.received).toHaveLength(1);
  });

  it("comes on its day if the first start was the day before", async () => {
    await rm(join(dir, "report"));
    const poll = start();
    await poll(fromMonday(-DAY));
    await poll(MONDAY);
    expect(server.received).toHaveLength(1);
  });

  it("is tried again at each poll of its day until the mail server takes it, and the log says once that it failed", async () => {
    const poll = start();
    server.behave("defer");
    for (const n of [0, 1, 2]) await poll(fromMonday(n * 10 * MINUTE));
    expect(lines).toEqual([expect.stringMatching(/^error report\.failed \w+$/)]);
    expect(await noted()).toBe("2026-11-16");
    server.behave("accept");
    await poll(fromMonday(23 * 60 * MINUTE));
    expect(server.received).toHaveLength(1);
    expect(lines.slice(1)).toEqual(["info report.sent"]);
    expect(told).toEqual(["trouble", "trouble.over"]);
  });

  it("is sent by the next process if one ends before the mail server took it; a mailbox can tell a copy", async () => {
    server.behave("hang");
    void start()(MONDAY).catch(() => {});
    await vi.waitFor(() => expect(server.hanging()).toBe(1));
    await locks.pop()?.release();
    server.behave("accept");
    await start()(fromMonday(MINUTE));
    expect(server.received.map(({ mail }) => mail.messageId)).toEqual(["<report-2026-11-23@dig.example>"]);
  });

  it.each([
    ["sent it this Monday", "2026-11-25T12:03:00.000Z", MONDAY, 0],
    ["sent it this Monday, a day late", "2026-11-26T11:59:00.000Z", fromMonday(DAY - MINUTE), 0],
    ["sent it last Monday", "2026-11-18T12:03:00.000Z", MONDAY, 1],
    ["sent it last Monday, a day late", "2026-11-19T11:59:00.000Z", MONDAY, 1],
    ["started first on Sunday", "2026-11-22T20:00:00.000Z", MONDAY, 1],
  ])("follows on version 1.0.0, which %s", async (_, text, now, count) => {
    await note(`${text}\n`);
    await start()(now);
    expect(server.received).toHaveLength(count);
  });

  it.each([
    ["a clock that was years ahead", "2029-01-01\n"],
    ["version 1.0.0 on a clock that was years ahead", "2029-01-01T12:00:00.000Z\n"],
    ["nobody: it is damaged", "soon"],
    ["a crash: it is empty", ""],
  ])("comes although the last date was noted by %s", async (_, text) => {
    await note(text);
    await start()(MONDAY);
    expect(server.received).toHaveLength(1);
    expect(await noted()).toBe("2026-11-23");
  });
});
