import { describe, expect, it, vi } from "vitest";
import type { Attempt } from "~/quote/delivery/channel.server";
import { DiskTimeout } from "~/quote/outbox/disk.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { REQUEST } from "./sample-request";
import { arrivals, dir, freshOutbox, lines, setUp, unwritable, waiting } from "./submit-setup";

freshOutbox();

describe("a disk that cannot be written", () => {
  it("does not keep a request from being relayed", async () => {
    const { submit, relay } = setUp("accepted", 200, unwritable());
    expect(await submit("quote", REQUEST)).toEqual({ kind: "sent" });
    expect(relay).toHaveBeenCalledTimes(1);
    expect(lines[0]).toMatchObject({
      level: "error",
      event: "outbox.unwritable",
      facts: { code: "ENOSPC" },
    });
    expect(arrivals).toMatchObject([{ event: "quote.arrived", facts: { state: "accepted" } }]);
  });

  it.each([
    ["needs-activation", "error"],
    ["refused", "error"],
    ["refused-or-throttled", "warn"],
    ["blocked", "error"],
    ["unknown", "warn"],
  ] as const)(
    "makes the visitor see the error when the answer is %s, for nothing is kept, and logs it as any other: %s",
    async (answer, level) => {
      const { submit } = setUp(answer, 200, unwritable());
      expect(await submit("quote", REQUEST)).toEqual({ kind: "failed", values: REQUEST });
      expect(lines.slice(-2)).toMatchObject([
        { level, event: "quote.unsent", facts: { channel: "forward", class: answer } },
        { level: "error", event: "quote.lost", facts: { id: expect.any(String), form: "quote" } },
      ]);
    },
  );

  it("does not leave behind what it writes late, when it was accepted meanwhile", async () => {
    let land = () => {};
    const late = new Promise<void>((resolve) => {
      land = resolve;
    });
    const outbox = openOutbox(dir);
    const hanging = { ...outbox, take: () => Promise.reject(new DiskTimeout(late)) };
    const { submit, relay } = setUp("accepted", 200, hanging);
    expect(await submit("quote", REQUEST)).toEqual({ kind: "sent" });
    await outbox.store(relay.mock.calls[0]?.[0] as StoredRequest);
    land();
    await vi.waitFor(async () => expect(await waiting()).toEqual([]));
    expect(lines).toMatchObject([
      { level: "error", event: "outbox.unwritable", facts: { code: "ETIMEDOUT" } },
      { event: "quote.received", facts: { stored: false } },
      { event: "quote.delivered" },
    ]);
  });

  it("tries the second way at once, for there is nothing that could wait for it", async () => {
    const send = vi.fn(async (): Promise<Attempt> => ({ class: "mail-accepted", bytes: 0, ms: 1 }));
    const down = async (): Promise<Attempt> => ({ class: "unreachable", bytes: 0, ms: 1 });
    const { submit } = setUp("accepted", 200, unwritable(), {
      channels: [
        { name: "forward", afterMs: 0, send: down },
        { name: "mail", afterMs: 900_000, send },
      ],
    });
    expect(await submit("quote", REQUEST)).toEqual({ kind: "sent" });
    expect(send).toHaveBeenCalledTimes(1);
    expect(lines.slice(-2)).toMatchObject([
      { level: "warn", event: "quote.unsent", facts: { channel: "forward", class: "unreachable" } },
      { level: "info", event: "quote.delivered", facts: { channel: "mail" } },
    ]);
  });

  it("is said once an hour, and when it can be written again", async () => {
    const outbox = openOutbox(dir);
    const full = () => Promise.reject(Object.assign(new Error(), { code: "ENOSPC" }));
    const store = vi.fn(outbox.store).mockImplementationOnce(full).mockImplementationOnce(full);
    const { submit } = setUp("refused", 200, { ...outbox, take: store });
    for (const _ of [1, 2, 3]) await submit("quote", REQUEST);
    expect(lines.filter(({ event }) => /outbox|problem/.test(event))).toMatchObject([
      { level: "error", event: "outbox.unwritable", facts: { code: "ENOSPC" } },
      { level: "info", event: "problem.over", facts: { problem: "outbox.unwritable" } },
    ]);
  });

  it("makes the visitor see the error when there is no address either", async () => {
    const { submit } = setUp(undefined, 200, unwritable());
    expect((await submit("quote", REQUEST)).kind).toBe("failed");
  });
});
