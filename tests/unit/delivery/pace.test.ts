import { beforeEach, describe, expect, it, vi } from "vitest";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { DAY, MINUTE, sampleRequest } from "../submit/sample-request";
import {
  clock,
  counts,
  dir,
  failing,
  forward,
  freshOutbox,
  lines,
  lying,
  mail,
  pass,
  requests,
  setUp,
} from "./courier-setup";

freshOutbox();

/** The pauses of the redelivery, in milliseconds. They are over at once; `duringPause` may let the clock pass. */
const pauses: number[] = [];
let duringPause = (_ms: number) => {};
vi.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number) => {
    pauses.push(ms);
    duringPause(ms);
    await new Promise((resolve) => setImmediate(resolve));
  },
}));
beforeEach(() => {
  pauses.length = 0;
  duringPause = () => {};
});

const waitsS = [900, 3_600];

describe("between two requests there is a pause", () => {
  it("of 2 seconds at first, which each accepted one shortens, to an eighth of a second", async () => {
    const { outbox, look } = setUp([forward("accepted")], {}, { waitsS });
    for (const stored of requests(50)) await outbox.store(stored);
    await look();
    expect(pauses[0]).toBeGreaterThan(1_800);
    expect(pauses[9]).toBeLessThan(1_100);
    expect(pauses).toEqual([...pauses].sort((a, b) => b - a));
    expect(pauses.at(-1)).toBe(125);
  });

  it("of 2 seconds after a refused one", async () => {
    const { outbox, look } = setUp([forward("refused")], {}, { waitsS });
    for (const stored of requests(4)) await outbox.store(stored);
    await look();
    expect(pauses).toEqual(Array(4).fill(2_000));
  });
});

describe("the site", () => {
  const minute = () => Math.floor((clock.getTime() - Date.parse("2026-05-01T12:00:00Z")) / MINUTE);
  const isTold = (event: string) => lines.some((line) => line.event === event);

  it("looks each half minute and sweeps each hour, also after a sweep that failed; what it cannot read it says each hour, and when it is over", async () => {
    const swept: number[] = [];
    const sweep = () => {
      swept.push(minute());
      return failing("EIO")();
    };
    const index = async () => {
      if (minute() < 90) return failing("EIO")();
      return { entries: [], damaged: [] };
    };
    const { courier } = setUp([], { index, sweep }, { waitsS });
    duringPause = (ms) => {
      pass(ms);
      if (minute() >= 150) void courier.stop();
    };
    await courier.run();
    expect(pauses).toEqual(Array(300).fill(30_000));
    expect(swept).toEqual([0, 60, 120]);
    expect(lines).toMatchObject([
      { level: "error", event: "outbox.unreadable", facts: { code: "EIO" } },
      { level: "error", event: "outbox.unreadable", facts: { code: "EIO" } },
      { level: "info", event: "problem.over", facts: { problem: "outbox.unreadable" } },
    ]);
  });

  it("tells of one accepted request that the disk does not let go, and that it is over when it does", async () => {
    const { accept } = openOutbox(dir);
    let isBroken = true;
    const breaking: typeof accept = (request) => (isBroken ? failing("EROFS")() : accept(request));
    const probe = () => breaking(sampleRequest());
    const { outbox, courier } = setUp([forward("accepted")], { accept: breaking, probe }, { waitsS });
    await outbox.store(sampleRequest());
    pass(MINUTE);
    let polls = 0;
    duringPause = () => {
      isBroken = !isTold("outbox.unwritable");
      if (isTold("problem.over") || ++polls === 200) void courier.stop();
    };
    await courier.run();
    expect(lines.filter(({ event }) => /unwritable|over/.test(event))).toMatchObject([
      { level: "error", event: "outbox.unwritable", facts: { code: "EROFS" } },
      { level: "info", event: "problem.over", facts: { problem: "outbox.unwritable" } },
    ]);
  });
});

describe("of a request that the service takes and answers too late, every time, the owner gets", () => {
  /** The days on which a copy arrives, from the first on, until the request is given up or has arrived by email. */
  async function copies(random: number, ...others: ReturnType<typeof mail>[]): Promise<number[]> {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const start = clock.getTime();
    const tooLate = forward("unknown", { code: "TimeoutError" });
    const days: number[] = [];
    const standard = { waitsS: [900, 3_600, 14_400, 43_200, 86_400] };
    const { outbox, look } = setUp([tooLate, ...others], {}, standard);
    await outbox.store(sampleRequest());
    while ((await lying("new")).length > 0) {
      await look(30 * MINUTE);
      while (days.length < tooLate.sent.length) days.push(Math.floor((clock.getTime() - start) / DAY));
    }
    return days;
  }

  it.each([
    ["shortest", 0, [0, 0, 0, 0, 2, 5, 11, 16]],
    ["longest", 1, [0, 0, 0, 1, 3, 8, 16]],
  ])("7 or 8 copies, the last within 17 days: with the %s waits", async (_, random, days) => {
    expect(await copies(random)).toEqual(days);
    expect(await counts()).toEqual({ waiting: 0, dead: 1 });
  });

  it("3 at most, one of them by email, if email is set up", async () => {
    const later = mail("mail-accepted", 15 * MINUTE);
    expect((await copies(0, later)).length).toBeLessThanOrEqual(2);
    expect(later.sent).toHaveLength(1);
  });
});
