import { expect, it, onTestFinished, vi } from "vitest";
import { quoteClientAction } from "~/quote/form/client-action";
import { readPending } from "~/quote/form/draft";

/** A tab whose timers and storage the test has. Returns what posts a form whose answer never comes, or fails at once. */
function setUp() {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { onLine: true });
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return (serverAction: () => Promise<unknown>) => {
    const request = new Request("http://dig.example/quote", { method: "POST", body: new FormData() });
    return quoteClientAction({ request, serverAction } as never);
  };
}

it("pending: it is forgotten a second after it failed, for a document that was left fails first", async () => {
  const send = setUp();
  await send(() => Promise.reject(new TypeError("failed")));
  expect(readPending()).toMatchObject({ action: "/quote" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(readPending()).toBeNull();
});

it("pending: a second try is remembered for as long as it has no answer", async () => {
  const send = setUp();
  await send(() => Promise.reject(new TypeError("failed")));
  await vi.advanceTimersByTimeAsync(600);
  void send(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(readPending()).toMatchObject({ action: "/quote" });
});
