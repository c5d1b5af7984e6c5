import { describe, expect, it, vi } from "vitest";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { REQUEST } from "./sample-request";
import { arrivals, dir, freshOutbox, lines, pass, setUp, unwritable, waiting } from "./submit-setup";

freshOutbox();

describe("a request over the limit", () => {
  const limited = (mayHold = true, outbox = openOutbox(dir)) =>
    setUp("accepted", 200, outbox, {
      rateLimit: {
        count: async () => ({ retryAfterS: 61, over: "address" }),
        mayHold: async () => mayHold,
      },
    });

  it("is not sent but held, comes back with its values, and says how long to wait", async () => {
    const { submit, relay } = limited();
    const outcome = await submit("quote", REQUEST);
    const [held] = await waiting();
    expect(outcome).toEqual({
      kind: "limited",
      values: REQUEST,
      retryAfterS: 61,
      held: true,
    });
    expect(held).toMatchObject({ request: REQUEST, heldUntil: "2026-05-01T12:01:01.000Z", tries: {} });
    expect(relay).not.toHaveBeenCalled();
    expect(lines).toMatchObject([
      {
        level: "warn",
        event: "quote.limited",
        facts: {
          over: "address",
          retryAfterS: 61,
          held: true,
          advice: expect.stringContaining("TRUSTED_PROXIES"),
        },
      },
    ]);
    expect(arrivals).toMatchObject([{ event: "quote.arrived", facts: { state: "held" } }]);
    expect(JSON.stringify([lines, arrivals])).not.toContain("192.0.2.1");
  });

  it.each([
    ["there are too many already", () => limited(false)],
    ["it cannot be stored", () => limited(true, unwritable())],
  ])("is not held where %s, and the visitor is told that it was not sent", async (_name, given) => {
    expect(await given().submit("quote", REQUEST)).toMatchObject({ kind: "limited", held: false });
    expect(await waiting()).toEqual([]);
    expect(lines.find(({ event }) => event === "quote.limited")?.facts).toMatchObject({ held: false });
    expect(arrivals).toEqual([]);
  });

  it("is held once, however often it is sent again", async () => {
    await limited().submit("quote", REQUEST);
    pass(30_000);
    expect(await limited(false).submit("quote", REQUEST)).toMatchObject({ held: true });
    expect(await waiting()).toMatchObject([{ heldUntil: "2026-05-01T12:01:01.000Z" }]);
    expect(arrivals).toHaveLength(1);
  });

  it("is sent at once, and only once, when the visitor sends it again after the wait", async () => {
    await limited().submit("quote", REQUEST);
    const { submit, relay } = setUp("accepted");
    expect(await submit("quote", REQUEST)).toEqual({ kind: "sent" });
    expect(relay).toHaveBeenCalledTimes(1);
    expect(await waiting()).toEqual([]);
  });

  it("that was kept after a failed attempt keeps the note of it", async () => {
    await setUp("server-error", 500).submit("quote", REQUEST);
    const before = await waiting();
    expect(await limited(false).submit("quote", REQUEST)).toMatchObject({ held: true });
    expect(await waiting()).toEqual(before);
  });
});

it("the limit counts by request: neither a faulty one nor a repeated one counts", async () => {
  const count = vi.fn(async () => undefined);
  const rateLimit = { count, mayHold: async () => true };
  const { submit } = setUp("accepted", 200, openOutbox(dir), { rateLimit });
  await submit("quote", { ...REQUEST, email: "" });
  await submit("quote", REQUEST);
  await submit("quote", REQUEST);
  expect(count).toHaveBeenCalledTimes(1);
});
