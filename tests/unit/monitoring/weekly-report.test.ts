import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { begin, type ReportDeps, sendIfDue } from "~/monitoring/weekly-report.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { makeFolderTurn, type Turn } from "~/quote/outbox/folder-turn.server";
import { makeLeaderLock } from "~/quote/outbox/leader-lock.server";
import { dueDate } from "~/site/michigan-time.server";
import { type MailServer, startMailServer } from "../../mail-server";
import { DAY, inMs, REQUEST, sampleRequest, tried } from "../submit/sample-request";

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
  let turn: Turn;
  const locks: { release: () => Promise<void> }[] = [];
  const MONDAY = new Date("2026-11-23T12:00:00Z");
  beforeAll(async () => {
    server = await startMailServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.behave("accept");
    server.received.length = 0;
    dir = await mkdtemp(join(tmpdir(), "outbox-"));
    lines = [];
    turn = openTurn();
  });
  afterEach(async () => {
    for (const lock of locks.splice(0)) await lock.release();
    await rm(dir, { recursive: true, force: true });
  });

  function openTurn() {
    const outbox = openOutbox(dir);
    const lock = makeLeaderLock(dir, outbox.probe, () => {});
    locks.push(lock);
    return makeFolderTurn("report", outbox, lock);
  }

  const deps = (keepSentDays = 30): ReportDeps => ({
    mailSettings: { smtpUrl: server.url, to: "owner@example.com", from: "site@example.com" },
    ...{ day: "monday", name: "Hometown Excavating", keepSentDays },
    outbox: openOutbox(dir, { keepSentDays }),
    turn,
    log: (level, event, { code } = {}) => void lines.push([level, event, code].filter(Boolean).join(" ")),
  });

  it("says what became of the requests, why some wait, and what to do, with nothing personal", async () => {
    const outbox = openOutbox(dir);
    const at = inMs(-DAY);
    const id = (n: number) => ({ id: String(n).repeat(32) });
    await outbox.store(sampleRequest());
    await outbox.store(
      tried(inMs(DAY), {
        ...id(1),
        tries: { forward: { count: 1, at, class: "needs-activation" } },
      }),
    );
    for (const [n, receivedAt] of [
      [2, at],
      [3, inMs(-20 * DAY)],
    ] as const) {
      const request = { ...sampleRequest(), ...id(n), receivedAt };
      await outbox.store(request);
      await outbox.accept({ ...request, sent: { at: receivedAt, channel: "forward", class: "accepted" } });
    }
    await outbox.moveToDead({ ...sampleRequest(), ...id(4) }, new Date());
    await sendIfDue(MONDAY, deps());
    expect(server.received).toHaveLength(1);
    const { mail, raw, to } = server.received[0] as (typeof server.received)[0];
    expect(to).toEqual(["owner@example.com"]);
    expect(mail.subject).toBe("Hometown Excavating: 2 quote requests this week, 2 waiting");
    const text = mail.text?.replace(/\s+/g, " ");
    expect(text).toContain("2 requests arrived 1 sent to you Now: 2 waiting to be sent 1 given up");
    expect(text).toContain("click the link in the email");
    expect(text).toContain("call the visitors");
    for (const value of Object.values(REQUEST)) expect(raw).not.toContain(value);
    expect(raw).not.toMatch(/renee|555|Côte/i);
  });

  it("says apart what reached the owner by one channel only", async () => {
    const at = inMs(-DAY);
    const forward = { count: 1, at, class: "accepted", accepted: true as const };
    const mail = { count: 3, at, class: "mail-refused" };
    await openOutbox(dir).store(tried(undefined, { tries: { forward, mail } }));
    await sendIfDue(MONDAY, deps());
    const text = server.received[0]?.mail.text?.replace(/\s+/g, " ");
    expect(text).toContain("0 waiting to be sent");
    expect(text).toContain("1 request has reached you by one channel; the other is tried again.");
    expect(text).toContain("The mail server refuses this.");
  });

  it("comes once, whichever process sends it, and also when nothing arrived; the next week again", async () => {
    const other = { ...deps(), turn: openTurn() };
    await Promise.all([sendIfDue(MONDAY, deps()), sendIfDue(MONDAY, other)]);
    for (const one of [deps(), other]) await sendIfDue(MONDAY, one);
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.mail.subject).toContain("0 quote requests this week, 0 waiting");
    expect(server.received[0]?.mail.text).toContain("Nothing arrived.");
    // The turn is over by the next Monday.
    await writeFile(join(dir, "report"), inMs(-DAY));
    for (const one of [deps(), other]) await sendIfDue(new Date("2026-11-30T12:00:00Z"), one);
    expect(server.received).toHaveLength(2);
    expect(lines).toEqual(["info report.sent", "info report.sent"]);
  });

  it("does not come at another hour, nor where it cannot be noted that it came", async () => {
    await sendIfDue(new Date("2026-11-23T11:59:00Z"), deps());
    const away = () => Promise.reject(new Error("away"));
    const nowhere = { ...deps(), turn: { begin: away, take: away, postpone: away } };
    expect(await begin(MONDAY, nowhere)).toBe(false);
    await sendIfDue(MONDAY, nowhere);
    expect(server.received).toEqual([]);
  });

  it("does not come in the hour of a first start, but on the next report day", async () => {
    expect(await begin(MONDAY, deps())).toBe(true);
    await sendIfDue(MONDAY, deps());
    expect(server.received).toEqual([]);
    // A week later.
    await writeFile(join(dir, "report"), inMs(-5 * DAY));
    expect(await begin(MONDAY, deps())).toBe(true);
    await sendIfDue(MONDAY, deps());
    expect(server.received).toHaveLength(1);
  });

  it("comes on its day if the first start was the day before", async () => {
    expect(await begin(new Date("2026-11-22T12:00:00Z"), deps())).toBe(true);
    await sendIfDue(MONDAY, deps());
    expect(server.received).toHaveLength(1);
  });

  it("is tried three times, then the log says that it failed", async () => {
    server.behave("defer");
    await sendIfDue(MONDAY, deps(), [1, 2]);
    expect(lines).toEqual([expect.stringMatching(/^error report\.failed \w+$/)]);
    server.behave("accept");
    await sendIfDue(MONDAY, deps(), [1, 2]);
    expect(lines).toHaveLength(1);
  });

  it("says that old ones are not counted where they are deleted within the week", async () => {
    await sendIfDue(MONDAY, deps(3));
    expect(server.received[0]?.mail.text).toContain("kept for 3 days");
  });
});
