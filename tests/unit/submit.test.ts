import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DeliveryClass } from "~/quote/delivery-class.server";
import type { Envelope } from "~/quote/envelope.server";
import { openOutbox } from "~/quote/outbox.server";
import type { Attempt } from "~/quote/relay.server";
import { makeSubmit } from "~/quote/submit.server";
import { REQUEST } from "./sample-envelope";

let dir: string;
let clock: Date;
let lines: { level: string; event: string; facts: Record<string, unknown> }[];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "outbox-"));
  clock = new Date("2026-05-01T12:00:00Z");
  lines = [];
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const waiting = async () => {
  const names = await readdir(join(dir, "new")).catch(() => []);
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(dir, "new", name), "utf8")) as Envelope),
  );
};

function setUp(answer: DeliveryClass | undefined, status = 200, outbox = openOutbox(dir)) {
  /** What lay on the disk when the relay was called. */
  const storedBefore: Envelope[][] = [];
  const relay = vi.fn(async (_: Envelope): Promise<Attempt> => {
    storedBefore.push(await waiting());
    return { class: answer ?? "unknown", status, bytes: 0, ms: 1 };
  });
  const submit = makeSubmit({
    outbox,
    relay: answer ? relay : undefined,
    log: (level, event, facts = {}) => lines.push({ level, event, facts }),
    now: () => clock,
  });
  return { submit, relay, storedBefore };
}

const unwritable = () => {
  const broken = () => Promise.reject(Object.assign(new Error(), { code: "ENOSPC" }));
  return { ...openOutbox(dir), store: broken, idKey: broken, remove: broken };
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
    expect(storedBefore[0]).toMatchObject([{ form: "quote", request: REQUEST, attempts: 0 }]);
    expect(await waiting()).toEqual([]);
    expect(lines.map(({ event }) => event)).toEqual(["quote.received", "quote.delivered"]);
  });

  it("keeps what was not accepted, with a note of the attempt", async () => {
    const { submit } = setUp("throttled", 429);
    expect(await submit("contact", REQUEST)).toEqual({ kind: "failed", values: REQUEST });
    expect(await waiting()).toMatchObject([
      {
        form: "contact",
        attempts: 1,
        lastAttempt: { class: "throttled", status: 429, at: clock.toISOString() },
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
      facts: { class: "unconfigured" },
    });
  });
});

describe("the same request twice", () => {
  it("shares the attempt in flight", async () => {
    const { submit, relay } = setUp("accepted");
    const outcomes = await Promise.all([submit("quote", REQUEST), submit("quote", REQUEST)]);
    expect(outcomes).toEqual([{ kind: "sent" }, { kind: "sent" }]);
    expect(relay).toHaveBeenCalledTimes(1);
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
      { level: "error", event: "outbox.key", facts: { fault: "ENOSPC" } },
      { level: "error", event: "outbox.unwritable", facts: { fault: "ENOSPC" } },
    ]);
  });

  it.each(["needs-activation", "refused", "refused-or-throttled", "blocked", "unknown"] as const)(
    "makes the visitor see the error when the answer is %s, for nothing is kept",
    async (answer) => {
      const { submit } = setUp(answer, 200, unwritable());
      expect(await submit("quote", REQUEST)).toEqual({ kind: "failed", values: REQUEST });
      expect(lines.at(-1)).toMatchObject({ level: "error", event: "quote.lost" });
    },
  );

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
  const text = JSON.stringify(lines);
  expect(lines.length).toBeGreaterThan(8);
  for (const value of Object.values(REQUEST)) expect(text).not.toContain(JSON.stringify(value).slice(1, -1));
});
