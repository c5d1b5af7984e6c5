import { describe, expect, it, vi } from "vitest";
import type { AttemptResult, Channels } from "~/quote/lifecycle/channel.server";
import type { ResponseClass } from "~/quote/lifecycle/response-classes.server";
import { isDue } from "~/quote/lifecycle/retry-policy.server";
import { statusOf, visitorSeesSuccess } from "~/quote/lifecycle/status.server";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { attempted, sent } from "~/quote/lifecycle/transitions.server";
import { DAY, MINUTE, sampleQuote } from "../intake/sample-quote";

const RECEIVED = Date.parse("2026-05-01T12:00:00.000Z");
/** So long after it came. */
const at = (ms: number) => new Date(RECEIVED + ms);
const iso = (ms: number) => at(ms).toISOString();
const WAITS = [900, 3_600, 14_400, 43_200, 86_400];

const forward = { name: "forward", delayMs: 0 } as const;
const mail = { name: "mail", delayMs: 15 * MINUTE } as const;
const mailAtOnce = { name: "mail", delayMs: 0 } as const;
type Tried = NonNullable<StoredQuote["tries"]["forward"]>;
const tried = (more: Partial<Tried> = {}): Tried => ({ count: 1, at: iso(0), class: "throttled", ...more });
/** A request that the forwarder has tried. */
const by = (more: Partial<Tried> = {}) => ({ tries: { forward: tried(more) } });
const accepted = tried({ class: "accepted", accepted: true });
const request = (more: Partial<StoredQuote> = {}): StoredQuote => ({ ...sampleQuote(), ...more });

describe("a channel may send a request", () => {
  const policy = { firstAttemptMs: 15_000, retryDelaysS: [900, 3_600] };
  type Channel = { name: "forward" | "mail"; delayMs: number };
  const opens = (given: StoredQuote, channel: Channel, ms: number) => {
    expect(isDue(given, channel, at(ms - 1), policy)).toBe(false);
    expect(isDue(given, channel, at(ms), policy)).toBe(true);
  };
  const soon = { name: "mail", delayMs: 1_000 } as const;

  it.each([
    ["once the visitor waits no more for its first attempt", {}, forward, 15_000],
    ["at the time that its last attempt noted", by({ next: iso(900_000) }), forward, 900_000],
    ["when it is old enough for a channel that comes later", {}, mail, 15 * MINUTE],
    ["not before the visitor's attempt is over, however soon it comes", {}, soon, 15_000],
    ["that another one has tried, when it is old enough", by(), soon, 1_000],
    ["that another one has tried, once its own first attempt is over", by(), mailAtOnce, 15_000],
    ["once it is let go, where it is held", { heldUntil: iso(10 * MINUTE) }, forward, 10 * MINUTE],
    ["once it is let go, also by a channel that comes later", { heldUntil: iso(DAY / 2) }, mail, DAY / 2],
  ] as const)("%s", (_name, more, channel, ms) => opens(request(more), channel, ms));

  it.each([
    ["next", by({ next: iso(400 * DAY) })],
    ["noted by a clock that was ahead", by({ at: iso(DAY), next: iso(DAY + MINUTE) })],
    ["received", { receivedAt: iso(400 * DAY) }],
    ["held until, and received", { receivedAt: iso(2 * DAY), heldUntil: iso(DAY) }],
    ["held until", { heldUntil: iso(400 * DAY) }],
  ] as const)("at once where a wrong clock wrote its time: %s", (_name, more) => {
    expect(isDue(request(more), forward, at(MINUTE), policy)).toBe(true);
  });

  it.each([
    ["that it has accepted", accepted],
    ["that it has sent as often as it may", tried({ class: "redirected", count: 3, uncertain: 3 })],
  ])("never again %s", (_name, note) => {
    expect(isDue(request({ tries: { forward: note } }), forward, at(99 * DAY), policy)).toBe(false);
  });
});

describe("a request belongs in", () => {
  const both = [forward, mailAtOnce];
  const late = [forward, mail];
  const redirected = tried({ class: "redirected", count: 3, uncertain: 3 });
  const spent = { tries: { forward: redirected } };
  const byForward = { tries: { forward: accepted } };
  /** Waiting from the start; tried so often, the last time so long after that. */
  const old = (count: number, ms: number, tries = {}) => ({
    waitingSince: iso(0),
    tries: { forward: tried({ count, at: iso(ms) }), ...tries },
  });
  const lastTry = tried({ count: 6, at: iso(14 * DAY) });

  it.each<[string, Partial<StoredQuote>, Channels, string, number?]>([
    ["new, untried", {}, [forward], "new"],
    ["new, where no channel is set up", {}, [], "new"],
    ["sent, accepted by the only channel", byForward, [forward], "sent"],
    ["new, while one of two that send at once is missing", byForward, both, "new"],
    ["sent, accepted by both", { tries: { forward: accepted, mail: accepted } }, both, "sent"],
    ["sent, accepted by one that comes later", { tries: { forward: tried(), mail: accepted } }, late, "sent"],
    ["sent, accepted by the only one left", { tries: { mail: accepted } }, [mailAtOnce], "sent"],
    ["dead, where the only channel may not send it again", spent, [forward], "dead"],
    ["new, where another channel may", spent, late, "new"],
    ["sent, where only the other has", { tries: { forward: redirected, mail: accepted } }, both, "sent"],
    ["dead, at the first attempt after 14 days", old(6, 14 * DAY), [forward], "dead"],
    ["new, before that", old(99, 14 * DAY - 1), [forward], "new"],
    ["new, before the sixth attempt: the machine was off", old(5, 14 * DAY), [forward], "new"],
    ["new, noted by a clock that was ahead", old(6, 400 * DAY), [forward], "new", 13 * DAY],
    ["new, where no attempt has failed", by({ count: 6, at: iso(15 * DAY) }), [forward], "new"],
    [
      "dead, tried often enough by one channel and past its time by another",
      old(6, DAY, { mail: tried({ at: iso(14 * DAY) }) }),
      late,
      "dead",
    ],
    [
      "sent, where one alone accepted it in 14 days",
      { ...old(1, 0), tries: { forward: accepted, mail: lastTry } },
      both,
      "sent",
    ],
  ])("%s", (_name, more, channels, place, ms = 20 * DAY) => {
    expect(statusOf(request(more), channels, at(ms))).toBe(place);
  });
});

describe("after an attempt that was not accepted a request waits", () => {
  /** Seconds, after as many attempts; `uncertain` of them may have arrived. */
  function wait(
    responseClass: ResponseClass,
    count = 1,
    { random = 0.5, uncertain = 0, retryAfterS = 0, retryDelaysS = WAITS } = {},
  ) {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const before = request({ tries: { forward: tried({ count: count - 1, uncertain }) } });
    const attempt: AttemptResult = { class: responseClass, bytes: 0, ms: 1, retryAfterS };
    const next = attempted(before, "forward", attempt, retryDelaysS, at(0)).tries.forward?.next ?? "";
    return (Date.parse(next) - RECEIVED) / 1000;
  }

  it("15 min, 1 h, 4 h, 12 h, then 24 h", () => {
    const waits = [1, 2, 3, 4, 5, 6, 99].map((count) => wait("unreachable", count));
    expect(waits).toEqual([900, 3_600, 14_400, 43_200, 86_400, 86_400, 86_400]);
  });

  it("up to 20 % less or more", () => {
    expect([0, 1].map((random) => wait("unreachable", 1, { random }))).toEqual([720, 1_080]);
  });

  it.each([
    ...(["needs-activation", "blocked", "misconfigured", "unclear", "request-refused"] as const),
    ...(["mail-refused", "mail-request-refused"] as const),
  ])("longer from the start where an operator must act first: %s", (name) => {
    expect([wait(name, 1), wait(name, 9)]).toEqual([14_400, 86_400]);
  });

  it("as long as Retry-After says, if that is longer, up to a day", () => {
    const after = (retryAfterS: number) => wait("throttled", 1, { retryAfterS });
    expect([7_200, 5, 1e9].map(after)).toEqual([7_200, 900, 86_400]);
  });

  it.each(["unknown", "mail-unknown"] as const)(
    "from the third on that may have arrived a day, then twice as long each time, up to a week: %s",
    (name) => {
      const waits = [1, 2, 3, 4, 5, 6, 99].map((count) => wait(name, count, { uncertain: count - 1 }));
      expect(waits).toEqual([900, 3_600, 86_400, 172_800, 345_600, 604_800, 604_800]);
      // A service that is down now gets no copies.
      expect(wait("unreachable", 6, { uncertain: 5 })).toBe(86_400);
    },
  );

  it("as long as the operator says, also if that is longer than a week", () => {
    expect(wait("unknown", 4, { uncertain: 3, retryDelaysS: [1_000_000] })).toBe(1_000_000);
  });
});

it.each([
  ["shortest", 0, [0, 0, 0, 0, 2, 5, 11, 16]],
  ["longest", 1, [0, 0, 0, 1, 3, 8, 16]],
])(
  "where the service takes a request and answers too late, every time, the owner gets 7 or 8 copies on these days: with the %s waits",
  (_, random, days) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const copies: number[] = [];
    let one = request();
    for (let ms = 0; statusOf(one, [forward], at(ms)) === "new"; ms += 30 * MINUTE) {
      if (!isDue(one, forward, at(ms), { firstAttemptMs: 0, retryDelaysS: WAITS })) continue;
      one = attempted(one, "forward", { class: "unknown", bytes: 0, ms: 1 }, WAITS, at(ms));
      copies.push(Math.floor(ms / DAY));
    }
    expect(copies).toEqual(days);
  },
);

it("a request lists its latest 20 attempts, and what each channel made of it", () => {
  const attempt = { class: "unknown", bytes: 0, ms: 7, status: 500 } as const;
  const earlier = Array(19).fill({ at: iso(0), channel: "mail", class: "mail-refused" });
  const once = attempted(request({ attempts: earlier }), "forward", attempt, WAITS, at(0));
  const twice = attempted(once, "mail", { ...attempt, class: "mail-accepted" }, WAITS, at(MINUTE));
  expect(twice).toMatchObject({
    waitingSince: iso(0),
    tries: {
      forward: { count: 1, uncertain: 1, at: iso(0), class: "unknown", status: 500 },
      mail: { count: 1, uncertain: 0, at: iso(MINUTE), class: "mail-accepted", accepted: true },
    },
  });
  expect(twice.tries.mail).toMatchObject({ next: undefined });
  expect(twice.attempts).toHaveLength(20);
  expect(twice.attempts?.slice(-2)).toMatchObject([
    { at: iso(0), channel: "forward", class: "unknown", status: 500, ms: 7 },
    { at: iso(MINUTE), channel: "mail", class: "mail-accepted", status: 500, ms: 7 },
  ]);
});

it("sent: says when the last channel accepted, whichever made the first attempt", () => {
  const tries = { forward: { ...accepted, at: iso(DAY) }, mail: { ...accepted, class: "mail-accepted" } };
  const last = { at: iso(DAY), channel: "forward, mail", class: "accepted" };
  expect(sent(request({ tries })).sent).toEqual(last);
});

it.each([
  ["forward", "unclear", 206, true],
  ["forward", "blocked", 200, true],
  ["forward", "blocked", 403, false],
  ["forward", "unknown", 200, false],
  ["forward", "redirected", 302, false],
  ["mail", "mail-refused", 235, false],
] as const)(
  "of a stored request, after %s says %s with status %s, the visitor sees success: %s",
  (...row) => {
    const [name, responseClass, status, success] = row;
    expect(visitorSeesSuccess({ tries: { [name]: tried({ class: responseClass, status }) } })).toBe(success);
  },
);
