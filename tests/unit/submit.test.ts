import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Attempt, Channel } from "~/quote/delivery/deliver.server";
import type { DeliveryClass } from "~/quote/delivery/delivery-classes.server";
import { makeInFlight } from "~/quote/delivery/in-flight.server";
import { DiskTimeout } from "~/quote/outbox/disk.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import type { FormKind, QuoteValues } from "~/quote/request";
import { makeSubmit, type Submission, type SubmitDeps } from "~/quote/submit/submit.server";
import { REQUEST } from "./sample-request";

let dir: string;
let clock: Date;
let lines: { level: string; event: string; facts: Record<string, unknown> }[];
/** The lines that announce a new request. They are for those who watch, not for the log that an operator reads. */
let arrivals: typeof lines;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "outbox-"));
  clock = new Date("2026-05-01T12:00:00Z");
  lines = [];
  arrivals = [];
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const waiting = async () => {
  const names = await readdir(join(dir, "new")).catch(() => []);
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(dir, "new", name), "utf8")) as StoredRequest),
  );
};

const NOTHING_HIDDEN = { replaces: "", honeypot: "" };

function setUp(
  answer: DeliveryClass | undefined,
  status = 200,
  outbox = openOutbox(dir),
  changes: Partial<SubmitDeps> = {},
) {
  /** What lay on the disk when the relay was called. */
  const storedBefore: StoredRequest[][] = [];
  const relay = vi.fn(async (_: StoredRequest): Promise<Attempt> => {
    storedBefore.push(await waiting());
    return { class: answer ?? "unknown", status, bytes: 0, ms: 1 };
  });
  const now = () => clock;
  const forward: Channel = { name: "forward", afterMs: 0, send: relay };
  const take = makeSubmit({
    outbox,
    inFlight: makeInFlight(now),
    channels: answer ? [forward] : [],
    waitsS: [900],
    rateLimit: { count: async () => undefined, mayHold: async () => true },
    relaySuspected: false,
    log: (level, event, facts = {}) => {
      (level === "debug" ? arrivals : lines).push({ level, event, facts });
    },
    now,
    ...changes,
  });
  const submit = (form: FormKind, values: QuoteValues, more: Partial<Submission> = {}) =>
    take({ form, values, hidden: NOTHING_HIDDEN, address: "192.0.2.1", ...more });
  return { submit, relay, storedBefore };
}

const unwritable = () => {
  const broken = () => Promise.reject(Object.assign(new Error(), { code: "ENOSPC" }));
  return { ...openOutbox(dir), store: broken, accept: broken, idKey: broken, remove: broken };
};

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

describe("the advice in the log", () => {
  const advice = () => String(lines.at(-1)?.facts.advice);

  it("says that it goes by mail later where only that is set up", async () => {
    const send = async (): Promise<Attempt> => ({ class: "mail-accepted", bytes: 0, ms: 1 });
    const channels: Channel[] = [{ name: "mail", afterMs: 900_000, send }];
    const { submit } = setUp(undefined, 200, openOutbox(dir), { channels });
    expect(await submit("quote", REQUEST)).toEqual({ kind: "sent" });
    expect(advice()).toContain("MAIL_AFTER_S");
    expect(advice()).not.toContain("nothing is sent");
  });

  it("is the outbox's own: where a suspect lies, what stays though it was accepted", async () => {
    const elsewhere = {
      unwritable: "",
      unremoved: "Elsewhere: stays",
      waiting: "",
      dead: "",
      suspected: "Elsewhere",
    };
    const locked = () => Promise.reject(Object.assign(new Error(), { code: "EROFS" }));
    const outbox = { ...openOutbox(dir), accept: locked, advice: { ...elsewhere, unreadable: "" } };
    const { submit } = setUp("accepted", 200, outbox);
    await submit("quote", REQUEST, { hidden: { ...NOTHING_HIDDEN, honeypot: "x" } });
    expect(advice()).toBe("Elsewhere");
    await submit("quote", REQUEST);
    expect(lines.find(({ event }) => event === "outbox.unwritable")?.facts.advice).toBe("Elsewhere: stays");
  });
});

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
    clock = new Date(clock.getTime() + 59 * 60_000);
    expect(await submit("quote", REQUEST)).toEqual({ kind: "sent" });
    expect(relay).toHaveBeenCalledTimes(1);
    clock = new Date(clock.getTime() + 2 * 60_000);
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

describe("a disk that cannot be written", () => {
  it("does not keep a request from being relayed", async () => {
    const { submit, relay } = setUp("accepted", 200, unwritable());
    expect(await submit("quote", REQUEST)).toEqual({ kind: "sent" });
    expect(relay).toHaveBeenCalledTimes(1);
    expect(lines.slice(0, 2)).toMatchObject([
      { level: "error", event: "outbox.key", facts: { code: "ENOSPC" } },
      { level: "error", event: "outbox.unwritable", facts: { code: "ENOSPC" } },
    ]);
    expect(arrivals).toMatchObject([{ event: "quote.arrived", facts: { state: "accepted" } }]);
  });

  it.each(["needs-activation", "refused", "refused-or-throttled", "blocked", "unknown"] as const)(
    "makes the visitor see the error when the answer is %s, for nothing is kept",
    async (answer) => {
      const { submit } = setUp(answer, 200, unwritable());
      expect(await submit("quote", REQUEST)).toEqual({ kind: "failed", values: REQUEST });
      expect(lines.slice(-2)).toMatchObject([
        { level: "warn", event: "quote.unsent", facts: { channel: "forward", class: answer } },
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
    const hanging = { ...outbox, store: () => Promise.reject(new DiskTimeout(late)) };
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
    const { submit } = setUp("refused", 200, { ...outbox, store });
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

it("never logs what the visitor typed", async () => {
  for (const answer of ["accepted", "refused", "unknown"] as const) {
    await setUp(answer).submit("quote", REQUEST);
    await setUp(answer, 200, unwritable()).submit("contact", REQUEST);
  }
  const text = JSON.stringify([lines, arrivals]);
  expect(lines.length).toBeGreaterThan(8);
  for (const value of Object.values(REQUEST)) expect(text).not.toContain(JSON.stringify(value).slice(1, -1));
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

describe("what looks like spam", () => {
  const suspects = () => readdir(join(dir, "suspect")).catch(() => []);
  const filled = { hidden: { ...NOTHING_HIDDEN, honeypot: "Buy now" } };

  it("is kept aside, shown as sent, not relayed, and said to the operator", async () => {
    const { submit, relay } = setUp("accepted");
    expect(await submit("quote", REQUEST, filled)).toEqual({ kind: "sent" });
    expect(relay).not.toHaveBeenCalled();
    expect(await suspects()).toHaveLength(1);
    expect(await waiting()).toEqual([]);
    expect(lines.at(-1)).toMatchObject({
      level: "warn",
      event: "quote.suspected",
      facts: { reason: "hidden field filled" },
    });
    expect(arrivals).toMatchObject([{ event: "quote.arrived", facts: { state: "suspected" } }]);
  });

  it("is relayed where the operator wants it so, and where it cannot be kept aside", async () => {
    const wanted = setUp("accepted", 200, openOutbox(dir), { relaySuspected: true });
    await wanted.submit("quote", REQUEST, filled);
    expect(wanted.relay).toHaveBeenCalledTimes(1);
    const full = setUp("accepted", 200, {
      ...openOutbox(dir),
      quarantine: () => Promise.reject(new Error()),
    });
    await full.submit("quote", REQUEST, filled);
    expect(full.relay).toHaveBeenCalledTimes(1);
    expect(await suspects()).toEqual([]);
  });
});

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
      replaces: held?.id,
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
  });

  it("is not held where it looks like spam", async () => {
    const hidden = { ...NOTHING_HIDDEN, honeypot: "Buy now" };
    expect(await limited().submit("quote", REQUEST, { hidden })).toMatchObject({ held: false });
    expect(await waiting()).toEqual([]);
  });

  it("is held once, however often it is sent again", async () => {
    await limited().submit("quote", REQUEST);
    clock = new Date(clock.getTime() + 30_000);
    expect(await limited(false).submit("quote", REQUEST)).toMatchObject({ held: true });
    expect(await waiting()).toMatchObject([{ heldUntil: "2026-05-01T12:01:01.000Z" }]);
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

  it("takes the place of the earlier version once it is held, and leaves that alone where it is not", async () => {
    const failed = await setUp("server-error", 500).submit("quote", REQUEST);
    const replaces = "replaces" in failed ? (failed.replaces ?? "") : "";
    const hidden = { ...NOTHING_HIDDEN, replaces };
    const changed = { ...REQUEST, phone: "(269) 555-0199" };
    expect(await limited(false).submit("quote", changed, { hidden })).toMatchObject({
      held: false,
      replaces,
    });
    // The replacing goes on behind the answer.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await waiting()).toMatchObject([{ request: REQUEST }]);
    const outcome = await limited().submit("quote", changed, { hidden });
    await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ request: changed }]));
    expect(outcome).toMatchObject({ held: true, replaces: (await waiting())[0]?.id });
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
