import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { arrivalOf } from "~/quote/delivery/arrival.server";
import type { Channel } from "~/quote/delivery/channel.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { parseStoredRequest, type StoredRequest, startOver } from "~/quote/outbox/stored-request.server";
import { REQUEST, sampleRequest } from "./sample-request";
import { arrivals, clock, dir, freshOutbox, lines, setUp, unwritable, waiting } from "./submit-setup";

freshOutbox();

describe("submit", () => {
  it("judges first: nothing is stored or sent of an invalid request, and its values come back", async () => {
    const { submit, relay } = setUp("accepted");
    const values = { ...REQUEST, email: "nobody" };
    expect(await submit("quote", values)).toMatchObject({
      kind: "invalid",
      values,
      errors: { email: /format/ },
    });
    expect(relay).not.toHaveBeenCalled();
    expect(await waiting()).toEqual([]);
  });

  it("stores before it sends, and removes what was accepted", async () => {
    const { submit, storedBefore } = setUp("accepted");
    expect(await submit("quote", REQUEST)).toEqual({ kind: "sent" });
    expect(storedBefore[0]).toMatchObject([{ form: "quote", request: REQUEST, tries: {} }]);
    expect(await waiting()).toEqual([]);
    expect(lines).toMatchObject([
      { level: "info", event: "quote.received", facts: { form: "quote", stored: true } },
      { level: "info", event: "quote.delivered" },
    ]);
  });

  it("keeps what was not accepted, with a note of the attempt", async () => {
    const { submit } = setUp("throttled", 429);
    expect(await submit("contact", REQUEST)).toMatchObject({ kind: "failed", values: REQUEST });
    expect(await waiting()).toMatchObject([
      {
        form: "contact",
        waitingSince: clock.toISOString(),
        tries: { forward: { count: 1, class: "throttled", status: 429, at: clock.toISOString() } },
      },
    ]);
    const next = (await waiting())[0]?.tries.forward?.next;
    expect(next).toEqual(expect.any(String));
    expect(lines.at(-1)).toMatchObject({
      level: "warn",
      event: "quote.kept",
      facts: { class: "throttled", next, advice: expect.stringContaining("fewer requests") },
    });
  });

  it("keeps every request while no address is configured, and the visitor sees success", async () => {
    const { submit } = setUp(undefined);
    expect(await submit("quote", REQUEST)).toEqual({ kind: "sent" });
    expect(await waiting()).toHaveLength(1);
    expect(lines.at(-1)).toMatchObject({
      level: "warn",
      event: "quote.kept",
      facts: { class: "unconfigured", advice: expect.stringContaining("nothing is sent") },
    });
    expect(arrivals).toMatchObject([{ event: "quote.arrived", facts: { state: "waiting" } }]);
  });
});

describe("the arrival of a request is announced once", () => {
  const forward: Pick<Channel, "name" | "afterMs"> = { name: "forward", afterMs: 0 };
  /** What sending it later announces. */
  const later = (request: StoredRequest, channels = [forward]) => arrivalOf(request, true, channels);

  it("where it came before there was a way to send it", async () => {
    await setUp(undefined).submit("quote", REQUEST);
    const [stored] = (await waiting()) as [StoredRequest];
    expect([arrivals.length, later(stored)]).toEqual([1, undefined]);
  });

  it("where it was held and an operator let it go", async () => {
    const rateLimit = {
      count: async () => ({ retryAfterS: 61, over: "address" as const }),
      mayHold: async () => true,
    };
    await setUp("accepted", 200, openOutbox(dir), { rateLimit }).submit("quote", REQUEST);
    const [{ heldUntil: _, ...freed }] = (await waiting()) as [StoredRequest];
    expect([arrivals.length, later(freed)]).toEqual([1, undefined]);
  });

  it("where it failed before a second channel was set up", async () => {
    await setUp("refused").submit("quote", REQUEST);
    const [kept] = (await waiting()) as [StoredRequest];
    const channels = [forward, { ...forward, name: "mail" as const }];
    expect([arrivals.length, later(kept, channels)]).toEqual([1, undefined]);
  });

  it("where it is brought back after it left the outbox", async () => {
    await setUp("accepted").submit("quote", REQUEST);
    const [name = ""] = await readdir(join(dir, "sent"));
    const sent = parseStoredRequest(await readFile(join(dir, "sent", name), "utf8")) as StoredRequest;
    expect(later(startOver(sent))).toBe(undefined);
  });

  it("where it was never sent before its process ended", async () => {
    expect(later(sampleRequest())).toBe("accepted");
  });
});

describe("the advice in the log", () => {
  it("says what to do about what stays though it was accepted", async () => {
    const locked = () => Promise.reject(Object.assign(new Error(), { code: "EROFS" }));
    const { submit } = setUp("accepted", 200, { ...openOutbox(dir), accept: locked });
    await submit("quote", REQUEST);
    const stays = lines.find(({ event }) => event === "outbox.unwritable");
    expect(stays?.facts.advice).toContain("npm run outbox forget");
  });
});

it("never logs what the visitor typed", async () => {
  for (const answer of ["accepted", "refused", "unknown"] as const) {
    await setUp(answer).submit("quote", REQUEST);
    await setUp(answer, 200, unwritable()).submit("contact", REQUEST);
  }
  const text = JSON.stringify([lines, arrivals]);
  expect(lines.length).toBeGreaterThan(8);
  for (const value of Object.values(REQUEST)) expect(text).not.toContain(JSON.stringify(value).slice(1, -1));
});

describe("the hidden field", () => {
  it("if it is filled in, the visitor is asked to send it once more: nothing is stored, sent, counted or logged", async () => {
    const count = vi.fn(async () => undefined);
    const rateLimit = { count, mayHold: async () => true };
    const { submit, relay } = setUp("accepted", 200, openOutbox(dir), { rateLimit });
    const outcome = await submit("quote", REQUEST, { honeypot: "Buy now" });
    expect(outcome).toEqual({ kind: "unconfirmed", values: REQUEST });
    expect(await readdir(dir)).toEqual([]);
    expect([relay.mock.calls, count.mock.calls, lines, arrivals]).toEqual([[], [], [], []]);
  });

  it("with only blanks in it counts as empty", async () => {
    const { submit } = setUp("accepted");
    expect(await submit("quote", REQUEST, { honeypot: " \n" })).toEqual({ kind: "sent" });
  });
});
