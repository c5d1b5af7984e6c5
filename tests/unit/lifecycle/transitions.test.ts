import { expect, it } from "vitest";
import type { Channels } from "~/quote/lifecycle/channel.server";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import {
  announced,
  arrivalState,
  attempted,
  dueNow,
  gaveUp,
  held,
  requeued,
  restarted,
  sent,
} from "~/quote/lifecycle/transitions.server";
import { MINUTE } from "../intake/sample-quote";
import { accepted, date, forward, iso, lateMail, mail, quote, RETRY_DELAYS_S, state } from "./states";

const attempts = [{ at: iso(0), channel: "forward", class: "throttled" }];
const earlier = { at: iso(MINUTE), channel: "mail", class: "mail-accepted" };
const waiting = { waitingSince: iso(0), heldUntil: iso(MINUTE), attempts };
const next = { next: iso(MINUTE) };
const both = { forward: accepted, mail: state({ at: iso(MINUTE), class: "mail-accepted", accepted: true }) };

type Row = [name: string, before: object, transition: (quote: StoredQuote) => StoredQuote, after: object];
it.each<Row>([
  ["held", {}, (one) => held(one, date(MINUTE)), { announced: true, heldUntil: iso(MINUTE) }],
  ["announced", {}, announced, { announced: true }],
  [
    "sent, accepted by both",
    { attempts, tries: both },
    sent,
    { attempts, tries: {}, sent: { ...earlier, channel: "forward, mail" } },
  ],
  [
    "sent, without an acceptance: unchanged",
    { tries: { mail: state() } },
    sent,
    { tries: { mail: state() } },
  ],
  [
    "gaveUp",
    { attempts, waitingSince: iso(0), tries: { forward: state() } },
    (one) => gaveUp(one, date(MINUTE)),
    { attempts, dead: { at: iso(MINUTE) } },
  ],
  [
    "dueNow",
    { ...waiting, tries: { forward: state(next), mail: state(next) } },
    dueNow,
    { waitingSince: iso(0), attempts, tries: { forward: state(), mail: state() } },
  ],
  [
    "requeued, of dead",
    { ...waiting, dead: { at: iso(0) } },
    (one) => requeued(one, date(MINUTE)),
    { attempts, announced: true, sent: { at: iso(MINUTE), channel: "", class: "" } },
  ],
  [
    "requeued, of sent",
    { ...waiting, sent: earlier },
    (one) => requeued(one, date(0)),
    { attempts, announced: true, sent: earlier },
  ],
  ["restarted", { ...waiting, sent: earlier, tries: both }, restarted, { attempts, announced: true }],
])("transition: %s", (_, before, transition, after) => {
  expect(transition(quote(before))).toEqual(quote(after));
});

it("attempted: the latest 20 attempts and each channel's state are kept when two channels tried", () => {
  const result = { class: "unknown", bytes: 0, ms: 7, status: 500 } as const;
  const before = Array(19).fill({ at: iso(0), channel: "mail", class: "mail-refused" });
  const once = attempted(quote({ attempts: before }), "forward", result, RETRY_DELAYS_S, date(0));
  const accepting = { ...result, class: "mail-accepted" } as const;
  const twice = attempted(once, "mail", accepting, RETRY_DELAYS_S, date(MINUTE));
  expect(twice).toMatchObject({
    waitingSince: iso(0),
    tries: {
      forward: { count: 1, uncertain: 1, at: iso(0), class: "unknown", status: 500 },
      mail: { count: 1, uncertain: 0, next: undefined, at: iso(MINUTE), accepted: true },
    },
  });
  expect(Date.parse(twice.tries.forward?.next ?? "")).toBeGreaterThan(date(10 * MINUTE).getTime());
  expect(twice.attempts).toHaveLength(20);
  expect(twice.attempts?.slice(-2)).toEqual([
    { at: iso(0), channel: "forward", class: "unknown", status: 500, ms: 7 },
    { at: iso(MINUTE), channel: "mail", class: "mail-accepted", status: 500, ms: 7 },
  ]);
});

const once = { attempts };
type Arrival = [state: string | undefined, when: string, before: object, isAccepted: boolean, Channels];
it.each<Arrival>([
  ["accepted", "the first attempt succeeds", {}, true, [forward]],
  ["waiting", "the only immediate channel fails", {}, false, [forward, lateMail]],
  [undefined, "one of two fails and the other has not tried", {}, false, [forward, mail]],
  ["waiting", "the second of two fails, too", once, false, [forward, mail]],
  ["accepted", "the second of two succeeds", once, true, [forward, mail]],
  [undefined, "it was announced already", { announced: true }, true, [forward]],
  [
    undefined,
    "it failed before a second channel was set up",
    { ...once, announced: true },
    true,
    [forward, mail],
  ],
  [undefined, "it is sent after it waited", once, true, [forward]],
  [undefined, "it is sent once more", { ...once, announced: true }, true, [forward]],
])("arrival: %s when %s", (arrival, _, before, isAccepted, channels) => {
  expect(arrivalState(quote(before), isAccepted, channels)).toBe(arrival);
});
