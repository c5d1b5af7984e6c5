import { stat } from "node:fs/promises";
import { describe, expect, it, vi } from "vitest";
import { type DiskTimeout, makeIoLimiter } from "~/quote/outbox/folder/io-limiter.server";

/** Operations that end when they are told; `begun` says which ones began, in order. */
function bench() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const operation = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, operation, end: (name: string) => ends.get(name)?.() };
}

describe("the gate to the disk", () => {
  it("lets two operations run at once, the others in order, and passes on what they throw", async () => {
    const disk = makeIoLimiter(1_000);
    const { begun, operation, end } = bench();
    const results = ["a", "b", "c"].map((name) => disk(operation(name)));
    expect(begun).toEqual(["a", "b"]);
    end("b");
    await results[1];
    expect(begun).toEqual(["a", "b", "c"]);
    for (const name of ["a", "c"]) end(name);
    expect(await Promise.all(results)).toEqual(["a", "b", "c"]);
    await expect(disk(() => Promise.reject(new Error("full")))).rejects.toThrow("full");
  });

  it("gives up what hangs and says when it ends, never begins what waited, fails at once while two hang, then goes on", async () => {
    const disk = makeIoLimiter(20);
    const { begun, operation, end } = bench();
    const failed = ["a", "b", "c"].map((name) => disk(operation(name)).catch((error: DiskTimeout) => error));
    const [first, , third] = (await Promise.all(failed)) as DiskTimeout[];
    expect(first).toMatchObject({ code: "ETIMEDOUT" });
    expect(third?.late).toBeUndefined();
    // No time passes here, so that it is not the deadline that ends it.
    vi.useFakeTimers();
    await expect(disk(operation("d"))).rejects.toThrow("does not respond");
    vi.useRealTimers();
    expect(begun).toEqual(["a", "b"]);
    end("a");
    expect(await first?.late).toBe("a");
    expect(await disk(async () => "again")).toBe("again");
  });

  it("takes a process that stood still for no slow disk", async () => {
    const disk = makeIoLimiter(60);
    const files = Array.from({ length: 6 }, () => disk(() => stat(".")));
    // As after a SIGSTOP, or where the virtual machine was paused: the deadline is over before anything else is seen.
    for (const until = performance.now() + 100; performance.now() < until; );
    expect(await Promise.all(files)).toHaveLength(6);
  });
});
