import type { FormKind } from "~/quote/fields";
import { createQuote } from "~/quote/lifecycle/stored-quote.server";
import { FORM } from "../../../http/post";

export const REQUEST = { ...FORM, additionalNotes: "First\nSecond" };

export const KEY = Buffer.alloc(32, 7);

export const sampleQuote = (form: FormKind = "quote", changes: Partial<typeof REQUEST> = {}) =>
  createQuote(form, { ...REQUEST, ...changes }, KEY, new Date("2026-05-01T12:00:00Z"));

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
export const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
