import { describe, expect, it, vi } from "vitest";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import {
  answering,
  dir,
  forward,
  freshOutbox,
  lines,
  MINUTE,
  pass,
  requests,
  setUp,
} from "./redelivery-setup";

freshOutbox();

const release = async () => {};

describe("the redelivery of a process that does not lead", () => {
  it("reads and sends nothing", async () => {
    const send = answering("accepted");
    const index = vi.fn(openOutbox(dir).index);
    const leaderLock = { acquire: async () => false, release };
    const { outbox, look } = setUp([forward(send)], { ...openOutbox(dir), index }, { leaderLock });
    for (const stored of requests(2)) await outbox.store(stored);
    pass(MINUTE);
    await look();
    expect(index).not.toHaveBeenCalled();
    expect(send).not.toHaveBeenCalled();
  });

  it("ends its round before the next request where another took the lead meanwhile", async () => {
    const send = answering("accepted");
    const acquire = vi.fn(async () => false).mockResolvedValueOnce(true);
    const { outbox, look } = setUp([forward(send)], openOutbox(dir), { leaderLock: { acquire, release } });
    for (const stored of requests(3)) await outbox.store(stored);
    pass(MINUTE);
    await look();
    expect(send).not.toHaveBeenCalled();
    expect(acquire).toHaveBeenCalledTimes(2);
  });
});

describe("an error in the middle of a round", () => {
  /** The lock is there for the look, and fails like this before each attempt. */
  const failing = (error: Error) => {
    let looks = 0;
    const acquire = async () => {
      if (looks++ % 2 === 1) throw error;
      return true;
    };
    return { leaderLock: { acquire, release } };
  };
  const coded = (code: string) => Object.assign(new Error(), { code });

  it.each([
    ["a disk that hangs", coded("ETIMEDOUT"), "outbox.unwritable", "ETIMEDOUT", "Make it writable"],
    ["a disk that cannot be read", coded("EIO"), "outbox.unreadable", "EIO", "cannot be read"],
  ])("says once an hour what is wrong: %s", async (_name, error, event, code, advice) => {
    const { outbox, look } = setUp([forward(answering("accepted"))], openOutbox(dir), failing(error));
    for (const stored of requests(1)) await outbox.store(stored);
    pass(MINUTE);
    await look();
    await look();
    expect(lines).toMatchObject([
      { level: "error", event, facts: { code, advice: expect.stringContaining(advice) } },
    ]);
  });

  it("names a fault of the site itself each time, and not what it says", async () => {
    const fault = failing(new TypeError("Renée O’Brien"));
    const { outbox, look } = setUp([forward(answering("accepted"))], openOutbox(dir), fault);
    for (const stored of requests(1)) await outbox.store(stored);
    pass(MINUTE);
    await look();
    await look();
    const line = { level: "error", event: "site.fault", facts: { code: "TypeError" } };
    expect(lines).toEqual([line, line]);
  });

  it("does not end the rounds: the next one sends", async () => {
    const send = answering("accepted");
    const acquire = vi.fn(async () => true).mockResolvedValueOnce(true);
    acquire.mockRejectedValueOnce(coded("EIO"));
    const { outbox, look } = setUp([forward(send)], openOutbox(dir), { leaderLock: { acquire, release } });
    for (const stored of requests(1)) await outbox.store(stored);
    pass(MINUTE);
    await look();
    expect(send).not.toHaveBeenCalled();
    await look();
    expect(send).toHaveBeenCalledTimes(1);
  });
});
