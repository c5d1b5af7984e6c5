import { expect, it, vi } from "vitest";
import { type DiskTimeout, makeIoLimiter } from "~/quote/outbox/folder/io-limiter.server";

/** Operations that end when the test says so; `begun` says which ones began, in order. */
function bench() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const operation = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, operation, end: (name: string) => ends.get(name)?.() };
}

it("disk limiter: what hangs is given up, what waited never begins and others fail at once", async () => {
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

it("disk limiter: nothing is given up when the process stood still", async () => {
  const disk = makeIoLimiter(300);
  const operation = () => new Promise<void>((done) => void setImmediate(done));
  const all = Array.from({ length: 6 }, () => disk(operation));
  // As after a SIGSTOP, or where the virtual machine was paused: the deadline is over before anything else is seen.
  for (const until = performance.now() + 400; performance.now() < until; );
  expect(await Promise.all(all)).toHaveLength(6);
});
