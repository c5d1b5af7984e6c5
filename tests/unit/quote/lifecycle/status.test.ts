import { expect, it } from "vitest";
import type { Channels } from "~/quote/lifecycle/channel.server";
import { acceptedBy, missingChannels, statusOf, visitorSeesSuccess } from "~/quote/lifecycle/status.server";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { DAY } from "../intake/sample-quote";
import { accepted, date, exhausted, forward, iso, lateMail, mail, quote, state, tried } from "./states";

const both = [forward, mail];
const delayed = [forward, lateMail];
/** Waiting from the start; tried so often, the last time so long after that. */
const old = (count: number, ms: number, tries = {}) => ({
  waitingSince: iso(0),
  tries: { forward: state({ count, at: iso(ms) }), ...tries },
});
const late = state({ at: iso(14 * DAY) });
const presumed = state({ class: "presumed-accepted", accepted: true });
const acceptedOnce = {
  ...old(1, 0),
  tries: { forward: accepted, mail: state({ count: 6, at: iso(14 * DAY) }) },
};

type Row = [status: string, when: string, more: Partial<StoredQuote>, channels: Channels, ms?: number];
it.each<Row>([
  ["new", "nobody has tried", {}, [forward]],
  ["new", "no channel is set up", {}, []],
  ["sent", "the only channel has accepted", { tries: { forward: accepted } }, [forward]],
  ["new", "one of two immediate channels is missing", { tries: { forward: accepted } }, both],
  ["sent", "both have accepted", { tries: { forward: accepted, mail: accepted } }, both],
  ["sent", "a delayed channel has accepted", { tries: { forward: state(), mail: accepted } }, delayed],
  ["sent", "the only channel left has accepted", { tries: { mail: accepted } }, [mail]],
  ["sent", "the only channel has presumably accepted", { tries: { forward: presumed } }, [forward]],
  ["new", "an email is to follow a presumed acceptance", { tries: { forward: presumed } }, delayed],
  ["sent", "an email followed", { tries: { forward: presumed, mail: accepted } }, delayed],
  ["dead", "the only channel is exhausted", { tries: { forward: exhausted } }, [forward]],
  ["new", "another channel is pending", { tries: { forward: exhausted } }, delayed],
  ["sent", "the other is exhausted", { tries: { forward: exhausted, mail: accepted } }, both],
  ["dead", "the sixth attempt comes after 14 days", old(6, 14 * DAY), [forward]],
  ["new", "14 days are not over", old(99, 14 * DAY - 1), [forward]],
  ["new", "the fifth attempt comes after 14 days", old(5, 14 * DAY), [forward]],
  ["new", "the last attempt was made by a clock that was ahead", old(6, 400 * DAY), [forward], 13 * DAY],
  ["new", "no attempt has failed", tried({ count: 6, at: iso(15 * DAY) }), [forward]],
  ["dead", "two channels have the attempts and the days", old(6, DAY, { mail: late }), delayed],
  ["sent", "one of two has accepted in 14 days", acceptedOnce, both],
])("status: %s when %s", (status, _, more, channels, ms = 20 * DAY) => {
  expect(statusOf(quote(more), channels, date(ms))).toBe(status);
});

it.each<[missing: string[], when: string, tries: StoredQuote["tries"], channels: Channels]>([
  [["forward", "mail"], "nobody has accepted", {}, both],
  [["mail"], "one has accepted, though the other is exhausted", { forward: accepted, mail: exhausted }, both],
  [["forward"], "only immediate channels count", {}, delayed],
  [[], "a delayed channel has accepted", { mail: accepted }, delayed],
])("status: %j are missing when %s", (missing, _, tries, channels) => {
  expect(missingChannels({ tries }, channels)).toEqual(missing);
  expect(acceptedBy({ tries })).toEqual(Object.keys(tries).filter((name) => tries[name as "mail"]?.accepted));
});

it.each([
  ["forward", "unclear", 206, true],
  ["forward", "blocked", 200, true],
  ["forward", "blocked", 403, false],
  ["forward", "unknown", 200, false],
  ["forward", "redirected", 302, false],
  ["mail", "mail-refused", 235, false],
] as const)("status: after %s, %s and %s the visitor sees success: %s", (...row) => {
  const [name, responseClass, status, success] = row;
  expect(visitorSeesSuccess({ tries: { [name]: state({ class: responseClass, status }) } })).toBe(success);
});
