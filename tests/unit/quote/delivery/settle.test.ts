import { expect, it } from "vitest";
import type { Deliver } from "~/quote/delivery/deliver.server";
import { makeSettle } from "~/quote/delivery/settle.server";
import { makeUnsavedStates } from "~/quote/delivery/unsaved.server";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { DAY } from "../intake/sample-quote";
import { accepted, date, exhausted, forward, iso, mail, quote, state } from "../lifecycle/states";

const old = { waitingSince: iso(0) };
const last = state({ count: 6, at: iso(14 * DAY) });
const TOO_OLD = { ...old, tries: { forward: last } };
const ONE_OF_TWO = { ...old, tries: { forward: accepted, mail: last } };

const PERHAPS_ARRIVED = { ...TOO_OLD, attempts: [{ at: iso(0), channel: "forward", class: "unknown" }] };
const BOTH = { tries: { forward: accepted, mail: accepted } };
const REDIRECTED = { tries: { forward: exhausted, mail: exhausted } };

type Logged = [event: string, advice: string];
type Row = [what: string, found: Partial<StoredQuote>, to: string[], logged?: Logged, saved?: "unsaved"];
it.each<Row>([
  ["stays new", {}, []],
  ["is sent without a word", BOTH, ["sent"]],
  ["is dead after 14 days", TOO_OLD, ["dead"], ["quote.dead", "Not accepted in 14 days"]],
  ["is dead, and may have arrived", PERHAPS_ARRIVED, ["dead"], ["quote.dead", "It may have arrived"]],
  ["is dead, not logged yet", TOO_OLD, ["dead"], undefined, "unsaved"],
  ["is dead after redirects", REDIRECTED, ["dead"], ["quote.dead", "Check your mailbox"]],
  ["is sent by one of two", ONE_OF_TWO, ["sent"], ["quote.partial", "by one channel only"]],
])("settle: a quote %s", async (_, found, to, logged, saved) => {
  const lines: unknown[] = [];
  const moved: string[] = [];
  const save: Deliver["save"] = async (_quote, status) => {
    moved.push(status);
    return saved ?? "saved";
  };
  const settle = makeSettle(
    {
      channels: [forward, mail].map((one) => ({ ...one, send: () => Promise.reject() })),
      log: (level, event, { advice }) => void lines.push(level, event, advice),
      now: () => date(15 * DAY),
    },
    { save, read: async () => quote(found), isWaiting: async () => true, deliver: () => Promise.reject() },
    makeUnsavedStates(),
  );
  await settle(quote().id);
  expect(moved).toEqual(to);
  expect(lines).toEqual(logged ? ["error", logged[0], expect.stringContaining(logged[1])] : []);
});
