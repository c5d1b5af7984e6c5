import { describe, expect, it, vi } from "vitest";
import { hourlyLog } from "~/log/hourly-log.server";
import { makeAttempt } from "~/quote/delivery/attempt.server";
import type { Attempt, Channel } from "~/quote/delivery/channel.server";
import { makeHands } from "~/quote/delivery/hands.server";
import { makeUnnoted } from "~/quote/delivery/unnoted.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { sampleRequest } from "../submit/sample-request";

/** An outbox whose disk is full, or that works. */
function makeOutbox(error?: Error) {
  const write = async () => {
    if (error) throw error;
  };
  const parts = {
    store: vi.fn(write),
    accept: vi.fn(write),
    stamp: async (): Promise<string | undefined> => "there",
    read: vi.fn(),
    advice: { stays: "" },
  };
  return parts as unknown as Outbox & typeof parts;
}

const now = () => new Date("2026-05-01T12:00:00Z");
const other = (name: Channel["name"]) => ({ name, afterMs: 0, send: vi.fn() });

/** Makes one attempt with this result. */
async function attempt(
  given: Partial<Attempt>,
  {
    name = "forward" as Channel["name"],
    request = sampleRequest(),
    outbox = makeOutbox(),
    isStored = true,
    others = [] as Channel[],
  } = {},
) {
  const send = async (): Promise<Attempt> => ({ class: "refused", bytes: 0, ms: 1, ...given });
  const channel = { name, afterMs: 0, send };
  const log = vi.fn();
  const make = makeAttempt({
    ...{ outbox, hands: makeHands(now), unnoted: makeUnnoted(outbox), channels: [channel, ...others] },
    ...{ waitsS: [900], log, hourly: hourlyLog(log), now },
  });
  const made = await make({ request, isStored }, channel);
  const logged = (event: string) => log.mock.calls.filter((line) => line[1] === event);
  return { made, log, logged };
}

describe("what the visitor sees", () => {
  it.each([
    ["forward", "unclear", 206, true],
    ["forward", "blocked", 200, true],
    ["forward", "blocked", 202, true],
    ["forward", "blocked", 403, false],
    ["forward", "unknown", 200, false],
    ["forward", "redirected", 302, false],
    ["mail", "mail-refused", 235, false],
    ["mail", "mail-unreachable", 200, false],
  ] as const)("by %s, after %s with status %s: success is %s", async (name, given, status, success) => {
    expect((await attempt({ class: given, status }, { name })).made).toMatchObject({ success });
  });

  it("is the error where nothing is kept, whatever the status", async () => {
    const { made } = await attempt({ class: "unclear", status: 200 }, { isStored: false });
    expect(made.success).toBe(false);
  });
});

describe("the note of an attempt", () => {
  it("is not written of a request that was taken away meanwhile", async () => {
    const outbox = { ...makeOutbox(), stamp: async () => undefined };
    const { made, log } = await attempt({ class: "server-error", status: 500 }, { outbox });
    expect(made.success).toBe(false);
    expect(outbox.store).not.toHaveBeenCalled();
    expect(log.mock.calls).toEqual([
      ["info", "quote.gone", expect.objectContaining({ class: "server-error" })],
    ]);
  });

  it("is written where the disk cannot say whether the request is still there", async () => {
    const outbox = { ...makeOutbox(), stamp: () => Promise.reject(new Error("EIO")) };
    await attempt({}, { outbox });
    expect(outbox.store).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["an error where the accepted request stays, for it may be sent again", "accepted", "error"],
    ["a warning where only the note is missing", "refused", "warn"],
  ] as const)("on a disk that is full is %s", async (_name, given, level) => {
    const full = Object.assign(new Error(), { code: "ENOSPC" });
    const { log } = await attempt({ class: given }, { outbox: makeOutbox(full) });
    const { id } = sampleRequest();
    expect(log).toHaveBeenCalledWith(
      level,
      "outbox.unwritable",
      expect.objectContaining({ id, code: "ENOSPC" }),
    );
  });
});

it("the log names the channels that have not accepted yet, if there are any", async () => {
  const halfway = await attempt({ class: "accepted" }, { others: [other("mail")] });
  expect(halfway.logged("quote.delivered")[0]?.[2]).toMatchObject({ channel: "forward", missing: ["mail"] });
  const done = await attempt({ class: "accepted" });
  expect(done.logged("quote.delivered")[0]?.[2]).not.toHaveProperty("missing");
});

describe("the arrival of a request is announced", () => {
  const arrivals = async (given: Attempt["class"], changes: Partial<StoredRequest> = {}) =>
    (await attempt({ class: given }, { request: { ...sampleRequest(), ...changes } })).logged(
      "quote.arrived",
    );
  const made = { at: "2026-05-01T12:00:00.000Z", channel: "forward", class: "refused", ms: 1 };

  it.each([
    ["accepted", "accepted"],
    ["refused", "waiting"],
  ] as const)("at its first attempt, with its service and nothing personal: %s", async (given, state) => {
    const { id } = sampleRequest();
    expect(await arrivals(given)).toEqual([
      ["debug", "quote.arrived", { id, form: "quote", service: "Pool Excavation", state }],
    ]);
  });

  it.each(["accepted", "refused"] as const)(
    "not at a later attempt, nor where it was announced: %s",
    async (given) => {
      expect(await arrivals(given, { attempts: [made] })).toEqual([]);
      expect(await arrivals(given, { announced: true })).toEqual([]);
    },
  );
});
