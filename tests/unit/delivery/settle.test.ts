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

type Saved = "saved" | "unsaved" | "removed";
type Row = [what: string, found: Partial<StoredQuote>, Saved | undefined, to: string[], logged: unknown[]];
it.each<Row>([
  ["stays new", {}, undefined, [], []],
  ["is sent without a word", { tries: { forward: accepted, mail: accepted } }, "saved", ["sent"], []],
  ["is dead after 14 days", TOO_OLD, "saved", ["dead"], ["quote.dead", "Not accepted in 14 days"]],
  [
    "is dead, and may have arrived",
    { ...TOO_OLD, attempts: [{ at: iso(0), channel: "forward", class: "unknown" }] },
    "saved",
    ["dead"],
    ["quote.dead", "may have arrived: look in your mailbox"],
  ],
  ["is dead, not logged yet", TOO_OLD, "unsaved", ["dead"], []],
  [
    "is dead after redirects",
    { tries: { forward: exhausted, mail: exhausted } },
    "saved",
    ["dead"],
    ["quote.dead", "Check your mailbox"],
  ],
  ["is sent by one of two", ONE_OF_TWO, "saved", ["sent"], ["quote.partial", "by one channel only"]],
])("settle: a quote %s", async (_, found, saved = "saved", to, logged) => {
  const lines: unknown[] = [];
  const moved: string[] = [];
  const save: Deliver["save"] = async (_quote, status) => {
    moved.push(status);
    return saved;
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
  const [event, advice] = logged;
  expect(moved).toEqual(to);
  expect(lines).toEqual(event ? ["error", event, expect.stringContaining(String(advice))] : []);
});
