import { stat } from "node:fs/promises";
import { describe, expect, it, vi } from "vitest";
import { DiskTimeout, makeDisk } from "~/quote/outbox/disk.server";

/** An operation that ends when it is told. */
function operation() {
  let end = () => {};
  const run = vi.fn(
    () =>
      new Promise<string>((resolve) => {
        end = () => resolve("done");
      }),
  );
  return { run, end: () => end() };
}

describe("the gate to the disk", () => {
  it("lets two operations run at once, the others in order", async () => {
    const disk = makeDisk(1_000);
    const [first, second, third] = [operation(), operation(), operation()];
    const results = [first, second, third].map(({ run }) => disk(run));
    expect(third.run).not.toHaveBeenCalled();
    second.end();
    await results[1];
    expect(third.run).toHaveBeenCalledTimes(1);
    first.end();
    third.end();
    expect(await Promise.all(results)).toEqual(["done", "done", "done"]);
  });

  it("gives an operation up at its deadline, and says when it ends after all", async () => {
    const disk = makeDisk(20);
    const { run, end } = operation();
    const error: unknown = await disk(run).catch((reason) => reason);
    expect(error).toBeInstanceOf(DiskTimeout);
    const { late, code } = error as DiskTimeout;
    expect(code).toBe("ETIMEDOUT");
    end();
    expect(await late).toBe("done");
  });

  it("never begins what waited too long, fails at once while two hang, and goes on when one ends", async () => {
    const disk = makeDisk(20);
    for (const text of ["what", "ended", "before"]) await disk(async () => text);
    const [one, other, third, fourth] = [operation(), operation(), operation(), operation()];
    const errors = [one, other, third].map(({ run }) => disk(run).catch((reason) => reason));
    const [, , waited] = await Promise.all(errors);
    expect(third.run).not.toHaveBeenCalled();
    expect((waited as DiskTimeout).late).toBeUndefined();
    // No time passes here, so that it is not the deadline that ends it.
    vi.useFakeTimers();
    await expect(disk(fourth.run)).rejects.toThrow("does not respond");
    vi.useRealTimers();
    expect(fourth.run).not.toHaveBeenCalled();
    one.end();
    await vi.waitFor(async () => expect(await disk(async () => "again")).toBe("again"));
  });

  it("takes a process that stood still for no slow disk", async () => {
    const disk = makeDisk(60);
    const files = Array.from({ length: 6 }, () => disk(() => stat(".")));
    // As after a SIGSTOP, or where the virtual machine was paused: the deadline is over before anything else is seen.
    for (const until = performance.now() + 100; performance.now() < until; );
    expect(await Promise.all(files)).toHaveLength(6);
  });

  it("passes on what an operation throws", async () => {
    await expect(makeDisk()(() => Promise.reject(new Error("full")))).rejects.toThrow("full");
  });
});
