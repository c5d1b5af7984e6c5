import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Attempt, Channel } from "~/quote/delivery/channel.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { sampleRequest } from "../submit/sample-request";
import {
  answering,
  byMail,
  clock,
  DAY,
  dir,
  forward,
  freshOutbox,
  lines,
  MINUTE,
  pass,
  placed,
  requests,
  setUp,
} from "./redelivery-setup";

freshOutbox();

/** The pauses of the redelivery. They are over at once; `duringPause` may let the clock pass. */
const pauses: { ms: number; ref: unknown }[] = [];
let duringPause = (_ms: number) => {};
vi.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number, _value: undefined, { ref }: { ref?: boolean } = {}) => {
    pauses.push({ ms, ref });
    duringPause(ms);
    await new Promise((resolve) => setImmediate(resolve));
  },
}));
beforeEach(() => {
  pauses.length = 0;
  duringPause = () => {};
});

const waitsS = [900, 3_600];
const lengths = () => pauses.map(({ ms }) => ms);

describe("between two requests", () => {
  it("there are 2 seconds, and half of that after each ten accepted", async () => {
    const { outbox, look } = setUp([forward(answering("accepted"))], openOutbox(dir), { waitsS });
    for (const stored of requests(21)) await outbox.store(stored);
    pass(MINUTE);
    await look();
    expect(lengths()).toEqual([...Array(9).fill(2_000), ...Array(10).fill(1_000), 500, 500]);
    expect(pauses.every(({ ref }) => ref === false)).toBe(true);
  });

  it("a refused one does not count towards the ten", async () => {
    let refused = true;
    const send = async (): Promise<Attempt> => {
      refused = !refused;
      return { class: refused ? "refused" : "accepted", bytes: 0, ms: 1 };
    };
    const { outbox, look } = setUp([forward(send)], openOutbox(dir), { waitsS });
    for (const stored of requests(18)) await outbox.store(stored);
    pass(MINUTE);
    await look();
    expect(lengths()).toEqual(Array(18).fill(2_000));
  });

  it("there is no pause for one that a visitor is sending", async () => {
    const send = answering("accepted");
    const { outbox, look, visitor } = setUp([forward(send)], openOutbox(dir), { waitsS });
    const [visitors, other] = requests(2) as [StoredRequest, StoredRequest];
    for (const stored of [visitors, other]) await outbox.store(stored);
    visitor(visitors);
    pass(MINUTE);
    await look();
    expect(send.mock.calls).toMatchObject([[{ id: other.id }]]);
    expect(lengths()).toEqual([2_000]);
  });
});

describe("the loop", () => {
  /** Runs for so many minutes of the tests' clock, on an outbox with these parts replaced. */
  async function runFor(minutes: number, parts: Partial<ReturnType<typeof openOutbox>>) {
    const { courier } = setUp([], { ...openOutbox(dir), ...parts }, { waitsS });
    const start = clock.getTime();
    duringPause = (ms) => {
      pass(ms);
      if (clock.getTime() - start >= minutes * MINUTE) void courier.stop();
    };
    await courier.run();
  }
  const minute = () => Math.floor((clock.getTime() - Date.parse("2026-05-01T12:00:00Z")) / MINUTE);

  it("looks each half minute, and keeps no process alive for that", async () => {
    const index = vi.fn(async () => ({ entries: [], damaged: [] }));
    await runFor(10, { index });
    expect(index).toHaveBeenCalledTimes(20);
    expect(pauses).toEqual(Array(20).fill({ ms: 30_000, ref: false }));
  });

  it("sweeps at the start and then each hour, also after a sweep that failed", async () => {
    const swept: number[] = [];
    const sweep = async () => {
      swept.push(minute());
      throw new Error();
    };
    await runFor(150, { sweep });
    expect(swept).toEqual([0, 60, 120]);
  });

  it("goes on while the outbox cannot be read, says so each hour, and when it is over", async () => {
    const index = async () => {
      if (minute() < 90) throw Object.assign(new Error(), { code: "EIO" });
      return { entries: [], damaged: [] };
    };
    await runFor(120, { index });
    expect(lines).toMatchObject([
      { level: "error", event: "outbox.unreadable", facts: { code: "EIO" } },
      { level: "error", event: "outbox.unreadable", facts: { code: "EIO" } },
      { level: "info", event: "problem.over", facts: { problem: "outbox.unreadable" } },
    ]);
  });
});

it("one accepted request that the disk did not let go is told, and told to be over when it does", async () => {
  const { accept, ...parts } = openOutbox(dir);
  let isBroken = true;
  const breaking: typeof accept = (request) =>
    isBroken ? Promise.reject(Object.assign(new Error(), { code: "EROFS" })) : accept(request);
  const probe = () => breaking(sampleRequest());
  const outbox = { ...parts, accept: breaking, probe };
  const { courier } = setUp([forward(answering("accepted"))], outbox, { waitsS });
  await outbox.store(sampleRequest());
  pass(MINUTE);
  const isLogged = (event: string) => lines.some((line) => line.event === event);
  let polls = 0;
  duringPause = () => {
    isBroken = !isLogged("outbox.unwritable");
    if (isLogged("problem.over") || ++polls === 200) void courier.stop();
  };
  await courier.run();
  const told = lines.filter(({ event }) => /unwritable|over/.test(event));
  expect(told).toMatchObject([
    { level: "error", event: "outbox.unwritable", facts: { code: "EROFS" } },
    { level: "info", event: "problem.over", facts: { problem: "outbox.unwritable" } },
  ]);
});

describe("of a request that the service takes and answers too late, every time, the owner gets", () => {
  /** The days on which a copy arrives, from the first on, until the request is given up or has arrived by email. */
  async function copies(random: number, ...others: Channel[]): Promise<number[]> {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const start = clock.getTime();
    const days: number[] = [];
    const tooLate = async (): Promise<Attempt> => {
      days.push((clock.getTime() - start) / DAY);
      return { class: "unknown", bytes: 0, ms: 10_000, code: "TimeoutError" };
    };
    const standard = { waitsS: [900, 3_600, 14_400, 43_200, 86_400] };
    const { outbox, look } = setUp([forward(tooLate), ...others], openOutbox(dir), standard);
    await outbox.store(sampleRequest());
    while ((await placed()).waiting > 0) {
      pass(30 * MINUTE);
      await look();
    }
    return days.map(Math.floor);
  }

  it.each([
    ["shortest", 0, [0, 0, 0, 0, 2, 5, 11, 16]],
    ["middle", 0.5, [0, 0, 0, 1, 3, 7, 14]],
    ["longest", 1, [0, 0, 0, 1, 3, 8, 16]],
  ])("7 or 8 copies, the last within 17 days: with the %s waits", async (_, random, days) => {
    expect(await copies(random)).toEqual(days);
    expect(await placed()).toEqual({ waiting: 0, dead: 1 });
  });

  it.each([0, 1])("3 at most, one of them by email, if email is set up: with waits of %s", async (random) => {
    const mail = answering("mail-accepted");
    expect((await copies(random, byMail(mail))).length).toBeLessThanOrEqual(2);
    expect(mail).toHaveBeenCalledTimes(1);
  });
});
