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
const since = { waitingSince: iso(0) };
const waiting = { ...since, heldUntil: iso(MINUTE), attempts };
/** A quote that starts over. */
const fresh = { attempts, announced: true };
const marked = { at: iso(MINUTE) };
const next = { next: iso(MINUTE) };
const both = { forward: accepted, mail: state({ at: iso(MINUTE), class: "mail-accepted", accepted: true }) };

const failed = { tries: { forward: state(), mail: state() } };
const due = { forward: state(next), mail: state(next) };
const again = (one: StoredQuote) => requeued(one, date(MINUTE));

type Row = [name: string, before: object, transition: (quote: StoredQuote) => StoredQuote, after: object];
it.each<Row>([
  ["held", {}, (one) => held(one, date(MINUTE)), { announced: true, heldUntil: iso(MINUTE) }],
  ["announced", {}, announced, { announced: true }],
  ["sent", { attempts, tries: both }, sent, { attempts, sent: { ...earlier, channel: "forward, mail" } }],
  ["sent, without an acceptance: unchanged", failed, sent, failed],
  [
    "gaveUp",
    { attempts, ...since, ...failed },
    (one) => gaveUp(one, date(MINUTE)),
    { attempts, dead: marked },
  ],
  ["dueNow", { ...waiting, tries: due }, dueNow, { attempts, ...since, ...failed }],
  [
    "requeued, of dead",
    { ...waiting, dead: marked },
    again,
    { ...fresh, sent: { ...marked, channel: "", class: "" } },
  ],
  ["requeued, of sent", { ...waiting, sent: earlier }, again, { ...fresh, sent: earlier }],
  ["restarted", { ...waiting, sent: earlier, tries: both }, restarted, fresh],
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
const announcedOnce = { ...once, announced: true };
type Arrival = [state: string | undefined, when: string, before: object, isAccepted: boolean, Channels];
it.each<Arrival>([
  ["accepted", "the first attempt succeeds", {}, true, [forward]],
  ["waiting", "the only immediate channel fails", {}, false, [forward, lateMail]],
  [undefined, "one of two fails and the other has not tried", {}, false, [forward, mail]],
  ["waiting", "the second of two fails, too", once, false, [forward, mail]],
  ["accepted", "the second of two succeeds", once, true, [forward, mail]],
  [undefined, "it was announced already", { announced: true }, true, [forward]],
  [undefined, "it failed before there was a second channel", announcedOnce, true, [forward, mail]],
  [undefined, "it is sent after it waited", once, true, [forward]],
  [undefined, "it is sent once more", announcedOnce, true, [forward]],
])("arrival: %s when %s", (arrival, _, before, isAccepted, channels) => {
  expect(arrivalState(quote(before), isAccepted, channels)).toBe(arrival);
});
