import { describe, expect, it, vi } from "vitest";
import { hourlyLog } from "~/config/hourly-log.server";
import type { Log } from "~/config/log.server";
import { type Attempt, type Channel, deliver, settle } from "~/quote/delivery/deliver.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { sampleRequest } from "../submit/sample-request";

const attempt = (given: Partial<Attempt>, request = sampleRequest(), name: Channel["name"] = "forward") =>
  deliver(
    request,
    { name, afterMs: 0, send: async () => ({ class: "refused", bytes: 0, ms: 1, ...given }) },
    { channels: [], waitsS: [900], now: () => new Date("2026-05-01T12:00:00Z") },
  );

/** An outbox whose disk is full, or that works. */
const outbox = (error?: Error) => {
  const write = async () => {
    if (error) throw error;
  };
  return { store: vi.fn(write), accept: vi.fn(write), isGone: async () => false };
};
const logs = (log: Log) => ({ log, hourly: hourlyLog(log) });
const full = Object.assign(new Error(), { code: "ENOSPC" });

describe("what the visitor sees", () => {
  it.each([
    ["forward", "unclear", 206, "success"],
    ["forward", "blocked", 200, "success"],
    ["forward", "blocked", 202, "success"],
    ["forward", "blocked", 403, "error"],
    ["forward", "unknown", 200, "error"],
    ["forward", "redirected", 302, "error"],
    ["mail", "mail-refused", 235, "error"],
    ["mail", "mail-unreachable", 200, "error"],
  ] as const)("by %s, after %s with status %s: %s", async (name, given, status, visitor) => {
    const { verdict } = await attempt({ class: given, status }, sampleRequest(), name);
    expect(verdict).toMatchObject({ visitor, stored: "kept" });
  });
});

describe("settling a delivery", () => {
  it("writes no note of a request that was taken away meanwhile, and the visitor's answer stays", async () => {
    const kept = outbox();
    const log = vi.fn();
    const isGone = async () => true;
    const delivery = await attempt({ class: "server-error", status: 500 });
    const verdict = await settle(delivery, { ...kept, isGone }, logs(log));
    expect(verdict).toEqual({ visitor: "error", stored: "kept", isNoted: true });
    expect(kept.store).not.toHaveBeenCalled();
    expect(log.mock.calls).toEqual([
      ["info", "quote.gone", expect.objectContaining({ class: "server-error" })],
    ]);
  });

  it.each([
    ["an error where the accepted request stays, for it may be sent again", "accepted", "error"],
    ["a warning where only the note is missing", "refused", "warn"],
  ] as const)("on a disk that is full logs %s", async (_name, deliveryClass, level) => {
    const log = vi.fn();
    const delivery = await attempt({ class: deliveryClass });
    expect(await settle(delivery, outbox(full), logs(log))).toMatchObject({ isNoted: false });
    expect(log).toHaveBeenCalledWith(
      level,
      "outbox.unwritable",
      expect.objectContaining({ id: delivery.record.id, code: "ENOSPC" }),
    );
  });
});

it("a delivery names the channels that have not accepted yet, if there are any", async () => {
  const send = async (): Promise<Attempt> => ({ class: "accepted", bytes: 0, ms: 1 });
  const forward = { name: "forward", afterMs: 0, send } as const;
  const deps = { waitsS: [900], now: () => new Date("2026-05-01T12:00:00Z") };
  const logged = async (channels: Channel[]) => {
    const log = vi.fn();
    await settle(await deliver(sampleRequest(), forward, { ...deps, channels }), outbox(), logs(log));
    return log.mock.calls.find(([, event]) => event === "quote.delivered")?.[2];
  };
  const halfway = await logged([forward, { ...forward, name: "mail" }]);
  expect(halfway).toMatchObject({ channel: "forward", missing: ["mail"] });
  const done = await logged([forward]);
  expect(done).toMatchObject({ channel: "forward" });
  expect(done).not.toHaveProperty("missing");
});

describe("the arrival of a request is announced", () => {
  const arrivals = async (given: Partial<Attempt>, changes: Partial<StoredRequest> = {}) => {
    const log = vi.fn();
    const delivery = await attempt(given, { ...sampleRequest(), ...changes });
    await settle(delivery, outbox(), logs(log));
    return log.mock.calls.filter(([, event]) => event === "quote.arrived");
  };
  const made = { at: "2026-05-01T12:00:00.000Z", channel: "forward", class: "refused", ms: 1 };

  it.each([
    ["accepted", "accepted"],
    ["refused", "waiting"],
  ] as const)("at its first attempt, with its service and nothing personal: %s", async (given, state) => {
    const { id } = sampleRequest();
    expect(await arrivals({ class: given })).toEqual([
      ["debug", "quote.arrived", { id, form: "quote", service: "Pool Excavation", state }],
    ]);
  });

  it.each(["accepted", "refused"] as const)(
    "not at a later attempt, nor where it was announced: %s",
    async (given) => {
      expect(await arrivals({ class: given }, { attempts: [made] })).toEqual([]);
      expect(await arrivals({ class: given }, { announced: true })).toEqual([]);
    },
  );
});
