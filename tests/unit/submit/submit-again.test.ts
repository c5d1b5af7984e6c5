import { readdir } from "node:fs/promises";
import { describe, expect, it, vi } from "vitest";
import type { Attempt } from "~/quote/delivery/deliver.server";
import type { DeliveryClass } from "~/quote/delivery/delivery-classes.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { REQUEST } from "./sample-request";
import { dir, freshOutbox, lines, NOTHING_HIDDEN, pass, setUp, waiting } from "./submit-setup";

freshOutbox();

describe("the same request twice", () => {
  it("shares the attempt in flight", async () => {
    const { submit, relay } = setUp("accepted");
    const outcomes = await Promise.all([submit("quote", REQUEST), submit("quote", REQUEST)]);
    expect(outcomes).toEqual([{ kind: "sent" }, { kind: "sent" }]);
    expect(relay).toHaveBeenCalledTimes(1);
    const id = relay.mock.calls[0]?.[0].id;
    expect(lines.filter(({ event }) => event === "quote.repeated")).toEqual([
      { level: "info", event: "quote.repeated", facts: { id, form: "quote" } },
    ]);
  });

  it("is not sent again within an hour of its acceptance, and is after that", async () => {
    const { submit, relay } = setUp("accepted");
    await submit("quote", REQUEST);
    pass(59 * 60_000);
    expect(await submit("quote", REQUEST)).toEqual({ kind: "sent" });
    expect(relay).toHaveBeenCalledTimes(1);
    pass(2 * 60_000);
    await submit("quote", REQUEST);
    expect(relay).toHaveBeenCalledTimes(2);
  });

  it("is sent again at once where its acceptance was only presumed", async () => {
    const { submit, relay } = setUp("presumed-accepted");
    for (const _ of [1, 2]) expect(await submit("quote", REQUEST)).toEqual({ kind: "sent" });
    expect(relay).toHaveBeenCalledTimes(2);
  });

  it("is sent again at once after a failure, and stays one file", async () => {
    const { submit, relay } = setUp("server-error", 500);
    await submit("quote", REQUEST);
    await submit("quote", REQUEST);
    expect(relay).toHaveBeenCalledTimes(2);
    expect(await waiting()).toHaveLength(1);
  });

  it("is two requests when it comes from two forms", async () => {
    const { submit, relay } = setUp("accepted");
    await submit("quote", REQUEST);
    await submit("contact", REQUEST);
    expect(relay).toHaveBeenCalledTimes(2);
  });
});

describe("a resubmission after the red message", () => {
  const changed = { ...REQUEST, phone: "(269) 555-0199" };
  const again = async (second: DeliveryClass, outbox = openOutbox(dir)) => {
    const failed = await setUp("server-error", 500).submit("quote", REQUEST);
    const replaces = "replaces" in failed ? (failed.replaces ?? "") : "";
    expect(replaces).toMatch(/^[0-9a-f]{32}$/);
    const { submit } = setUp(second, second === "accepted" ? 200 : 500, outbox);
    const outcome = await submit("quote", changed, { hidden: { ...NOTHING_HIDDEN, replaces } });
    return { outcome, replaces };
  };

  it("takes the place of the kept one and, when it is accepted, leaves nothing", async () => {
    await again("accepted");
    await vi.waitFor(() => expect(lines.at(-1)?.event).toBe("quote.superseded"));
    expect(await waiting()).toEqual([]);
  });

  it("waits for the attempt under way before it takes its place", async () => {
    let answer = (_: Attempt) => {};
    const send = vi.fn(async (): Promise<Attempt> => ({ class: "accepted", bytes: 0, ms: 1 }));
    send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const channels = [{ name: "forward", afterMs: 0, send } as const];
    const { submit } = setUp("accepted", 200, openOutbox(dir), { channels });
    const earlier = submit("quote", REQUEST);
    await vi.waitFor(() => expect(send).toHaveBeenCalled());
    const hidden = { ...NOTHING_HIDDEN, replaces: (await waiting())[0]?.id ?? "" };
    expect(await submit("quote", changed, { hidden })).toEqual({ kind: "sent" });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await waiting()).toMatchObject([{ request: REQUEST }]);
    answer({ class: "server-error", bytes: 0, ms: 1 });
    await earlier;
    await vi.waitFor(async () => expect(await waiting()).toEqual([]));
  });

  it("is the only one kept when it fails too, and the next one replaces it", async () => {
    const { outcome, replaces } = await again("server-error");
    await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ request: changed }]));
    expect(outcome).toMatchObject({ kind: "failed", replaces: (await waiting())[0]?.id });
    expect(outcome).not.toMatchObject({ replaces });
  });

  it("leaves the kept one alone while it is itself neither stored nor sent", async () => {
    const outbox = openOutbox(dir);
    const full = () => Promise.reject(Object.assign(new Error(), { code: "ENOSPC" }));
    const read = vi.fn(outbox.read);
    const { outcome, replaces } = await again("server-error", { ...outbox, store: full, read });
    // The replacing goes on behind the answer, and begins by reading what it replaces.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(read).not.toHaveBeenCalled();
    expect(outcome).toMatchObject({ kind: "failed", replaces });
    expect(await waiting()).toMatchObject([{ request: REQUEST }]);
  });

  it("does not take its own place where nothing was changed", async () => {
    const failed = await setUp("server-error", 500).submit("quote", REQUEST);
    const replaces = "replaces" in failed ? (failed.replaces ?? "") : "";
    const { submit } = setUp("server-error", 500);
    await submit("quote", REQUEST, { hidden: { ...NOTHING_HIDDEN, replaces } });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await waiting()).toMatchObject([{ id: replaces }]);
  });

  it("keeps its claim over a faulty try", async () => {
    const hidden = { ...NOTHING_HIDDEN, replaces: "a".repeat(32) };
    const faulty = { ...REQUEST, email: "" };
    expect(await setUp("accepted").submit("quote", faulty, { hidden })).toMatchObject({
      kind: "invalid",
      replaces: hidden.replaces,
    });
  });

  it("cannot name anything but a request", async () => {
    const hidden = { ...NOTHING_HIDDEN, replaces: "../../key" };
    await setUp("accepted").submit("quote", REQUEST, { hidden });
    expect(await readdir(dir)).toContain("key");
    const faulty = { ...REQUEST, email: "" };
    for (const replaces of [`../${"a".repeat(32)}`, `${"a".repeat(32)}/../../key`]) {
      const more = { hidden: { ...NOTHING_HIDDEN, replaces } };
      expect(await setUp("accepted").submit("quote", faulty, more)).toMatchObject({ replaces: undefined });
    }
  });
});
