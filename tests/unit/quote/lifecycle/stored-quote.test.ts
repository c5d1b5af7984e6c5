import { createHmac } from "node:crypto";
import { expect, it, vi } from "vitest";
import { mapFields } from "~/quote/fields";
import {
  createQuote,
  formatDeliveryState,
  formatStoredQuote,
  needsReceipt,
  parseDeliveryState,
  parseStoredQuote,
} from "~/quote/lifecycle/stored-quote.server";
import { KEY, REQUEST, sampleQuote } from "../intake/sample-quote";

/** Files and ids of versions whose form has fewer fields, or more. */

/** A field that a later version has before the notes. */
vi.mock("~/quote/fields", async (original) => {
  const fields = await original<typeof import("~/quote/fields")>();
  const names: string[] = [...fields.FIELD_NAMES];
  return { ...fields, FIELD_NAMES: names.toSpliced(-1, 0, "added") };
});

const { fullName, email, phone, projectType, projectLocation, additionalNotes } = REQUEST;
/** What a visitor typed into the form of version 1.0. */
const FIRST = { fullName, email, phone, projectType, projectLocation, additionalNotes };
const idWith = (more: object = {}) =>
  createQuote("quote", { ...mapFields(() => ""), ...FIRST, ...more }, KEY, new Date()).id;

it.each(Object.keys(REQUEST))("stored request: %s reads as empty when the file lacks it", (name) => {
  const { [name]: _, ...older } = sampleQuote().request as Record<string, string>;
  const stored = { ...sampleQuote(), request: older };
  const read = { ...sampleQuote(), request: { ...REQUEST, [name]: "" } };
  expect(parseStoredQuote(JSON.stringify(stored))).toEqual(read);
});

it("stored request: an unknown field is read and stays in the file", () => {
  const newer = { ...sampleQuote(), request: { ...REQUEST, nickname: "Al" } };
  const read = parseStoredQuote(formatStoredQuote(newer));
  expect(read).toEqual(newer);
  expect(read && formatStoredQuote(read)).toBe(formatStoredQuote(newer));
});

it("stored request: its id is that of version 1.0 when an added field is empty", () => {
  const values = JSON.stringify(["quote", ...Object.values(FIRST)]);
  const id = createHmac("sha256", KEY).update(values).digest("hex").slice(0, 32);
  expect([idWith(), idWith({ added: "" })]).toEqual([id, id]);
});

it("stored request: its id is another one when an added field is filled in", () => {
  const ids = [idWith(), idWith({ added: "noon" }), idWith({ added: "7 PM" })];
  expect(new Set(ids).size).toBe(3);
});

it.each([`${idWith()}0`, `0${idWith()}`, "../key"])("stored request: it is none when its id is %s", (id) => {
  expect(parseStoredQuote(JSON.stringify({ ...sampleQuote(), id }))).toBeUndefined();
});

const { receivedAt } = sampleQuote();
const FORWARDED = { at: receivedAt, channel: "forward", class: "accepted" };
const FAILED = { ...FORWARDED, class: "unclear" };
it.each([
  ["not sent", undefined, [], false],
  ["accepted at once", FORWARDED, [FORWARDED], false],
  ["accepted after 59 s", { ...FORWARDED, at: "2026-05-01T12:00:59Z" }, [FORWARDED], false],
  ["accepted after a minute", { ...FORWARDED, at: "2026-05-01T12:01:00Z" }, [FORWARDED], true],
  ["accepted a minute before it came", { ...FORWARDED, at: "2026-05-01T11:59:00Z" }, [FORWARDED], true],
  ["accepted at the second attempt", FORWARDED, [FAILED, FORWARDED], true],
  ["presumed to be accepted", { ...FORWARDED, class: "presumed-accepted" }, [FORWARDED], true],
  ["accepted as email", { ...FORWARDED, channel: "mail", class: "accepted" }, [FORWARDED], true],
])("receipt: whether it is written to the file when a quote was %s", (_name, sent, attempts, expected) => {
  expect(needsReceipt({ ...sampleQuote(), ...(sent && { sent }), attempts })).toBe(expected);
});

it("delivery state: it is the same when it was written and read, and has nothing that the visitor wrote", () => {
  const at = "2026-05-01T12:15:00.000Z";
  const state = {
    receivedAt,
    waitingSince: at,
    heldUntil: at,
    tries: { mail: { count: 1, at, class: "mail-full" } },
  };
  expect(parseDeliveryState(formatDeliveryState({ ...sampleQuote(), ...state }))).toEqual(state);
  expect(parseDeliveryState("{")).toBeUndefined();
});
