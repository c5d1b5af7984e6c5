import { describe, expect, it, onTestFinished, vi } from "vitest";
import { makeGate } from "~/http/gate.server";

/** A gate with places for so many, and what becomes of those who ask: "in", "out", or undefined while they wait. */
function setUp(places: number, limits: Partial<Parameters<typeof makeGate>[0]> = {}) {
  const enter = makeGate({ concurrency: 1, queueSize: places, maxHoldMs: 10_000, maxDrainMs: 0, ...limits });
  const seen: Record<string, string> = {};
  const leaves: (() => void)[] = [];
  const order: string[] = [];
  const ask = (name: string, client = name, isGone = () => false) =>
    void enter(client, isGone).then((leave) => {
      seen[name] = leave ? "in" : "out";
      if (leave) {
        leaves.push(leave);
        order.push(name);
      }
    });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
  /** Ends the work of everyone until nobody waits. */
  const finish = async () => {
    for (await settle(); leaves.length > 0; await settle()) leaves.shift()?.();
  };
  return { ask, seen, order, leaves, settle, finish };
}

describe("gate", () => {
  it("clients take turns, whoever has more requests", async () => {
    const { ask, order, finish } = setUp(10);
    for (const name of ["a1", "a2", "a3"]) ask(name, "a");
    ask("b1", "b");
    ask("c1", "c");
    await finish();
    expect(order).toEqual(["a1", "a2", "b1", "c1", "a3"]);
  });

  it("the newest request of the client with the most is refused when the queue is full", async () => {
    const { ask, seen, settle } = setUp(3);
    for (const name of ["working", "a1", "a2", "a3"]) ask(name, "a");
    ask("b1", "b");
    await settle();
    expect(seen).toEqual({ working: "in", a3: "out" });
  });

  it("the newcomer is refused when the queue is full and all have one request", async () => {
    const { ask, seen, finish, settle } = setUp(4);
    for (let round = 0; round < 3; round++) {
      const names = Array.from({ length: 9 }, (_, number) => `${round}.${number}`);
      for (const name of names) ask(name);
      await settle();
      expect(names.filter((name) => seen[name] === "out")).toEqual(names.slice(5));
      await finish();
    }
  });

  it("a client is passed over when it has gone", async () => {
    const { ask, order, finish } = setUp(10);
    ask("first");
    ask("gone", "gone", () => true);
    ask("last");
    await finish();
    expect(order).toEqual(["first", "last"]);
  });

  it("work counts no longer when its time is over, and no end counts twice", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { ask, seen, leaves } = setUp(10, { maxHoldMs: 20 });
    for (const name of ["first", "second", "third"]) ask(name);
    await vi.advanceTimersByTimeAsync(21);
    expect(seen.second).toBe("in");
    leaves[0]?.();
    await vi.advanceTimersByTimeAsync(18);
    expect(seen.third).toBeUndefined();
  });
});
