import { createHmac } from "node:crypto";
import * as z from "zod";
import { escapeControlCharacters } from "~/log/escape-control-characters";
import { FIELD_NAMES, type FieldName, type FormKind, mapFields, type QuoteValues } from "~/quote/fields";
import { parseJson } from "~/quote/lifecycle/parse-json";

/**
 * The state of one channel, an entry of `tries`: `count` attempts, the last one at `at` with `class`, `status` and `accepted`. `uncertain`: how
 * many of them were ambiguous, so the quote may have arrived. `next`: earliest time of the next attempt. `code`, `location`: see `AttemptResult`.
 */
const channelState = z.object({
  count: z.number().int(),
  uncertain: z.number().int().optional(),
  next: z.iso.datetime().optional(),
  at: z.iso.datetime(),
  class: z.string(),
  status: z.number().optional(),
  code: z.string().optional(),
  location: z.string().optional(),
  accepted: z.literal(true).optional(),
});

/** One attempt: when it ended, its result, and how long it took (milliseconds). */
const attempt = z.object({
  at: z.iso.datetime(),
  channel: z.string(),
  class: z.string(),
  status: z.number().optional(),
  ms: z.number().optional(),
});

/** What the visitor typed. In a file of another version a missing field becomes "", and an unknown one is kept. */
const storedValues: z.ZodType<QuoteValues> = z.looseObject(mapFields(() => z.string().default("")));

const storedQuote = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  form: z.enum(["quote", "contact"]),
  receivedAt: z.iso.datetime(),
  request: storedValues,
  /** When the first failed attempt ended. */
  waitingSince: z.iso.datetime().optional(),
  announced: z.literal(true).optional(),
  /** Set if the quote was over a rate limit: not sent before this time. */
  heldUntil: z.iso.datetime().optional(),
  tries: z.object({ forward: channelState.optional(), mail: channelState.optional() }).default({}),
  /** The latest attempts by any channel, for the operator. */
  attempts: z.array(attempt).optional(),
  /** In `dead/`: when it was given up. */
  dead: z.object({ at: z.iso.datetime() }).optional(),
  /**
   * In `sent/`: when the quote was accepted, and by which channels; see `withDefaultReceipt`. In `new/`: the operator moved the
   * quote back, by command or by hand, to be sent again.
   */
  sent: z.object({ at: z.iso.datetime(), channel: z.string(), class: z.string() }).optional(),
});

/** A quote request as it is stored and sent. `id`: HMAC of form and values, so equal quotes share one. Times: ISO 8601, UTC. */
export type StoredQuote = z.infer<typeof storedQuote>;

/** A channel to the owner: the forwarding service, or mail. */
export type ChannelName = keyof StoredQuote["tries"];
export type ChannelState = z.infer<typeof channelState>;

/** Waiting, accepted, given up. Also the names of the outbox's folders. */
export const STATUSES = ["new", "sent", "dead"] as const;
export type Status = (typeof STATUSES)[number];

/** An equal quote within this time after the acceptance (milliseconds) is a repeat, and is not sent. */
export const SAME_QUOTE_MS = 60 * 60 * 1000;

export const SUBJECTS: Record<FormKind, string> = {
  quote: "New Quote Request from Website",
  contact: "New Contact Request from Website",
};

/** The fields in every id, in order. Add none: a new one counts only where it is filled in, so older quotes keep their ids. */
const ALWAYS_IN_ID: readonly FieldName[] = [
  "fullName",
  "email",
  "phone",
  "projectType",
  "projectLocation",
  "additionalNotes",
];

/** Creates a quote without attempts. `key`: the outbox's HMAC key, without which an id cannot be guessed from the values. */
export function createQuote(form: FormKind, values: QuoteValues, key: Buffer, now: Date): StoredQuote {
  const added = FIELD_NAMES.filter((name) => !ALWAYS_IN_ID.includes(name) && values[name]);
  const parts = [...ALWAYS_IN_ID.map((name) => values[name]), ...added.map((name) => [name, values[name]])];
  const hash = createHmac("sha256", key).update(JSON.stringify([form, ...parts]));
  const id = hash.digest("hex").slice(0, 32);
  return { id, form, receivedAt: now.toISOString(), request: values, tries: {} };
}

/**
 * Whether the file must be rewritten with `sent` when it moves to `sent/`. Not after the common result (forward accepted at the
 * first attempt, within a minute), which readers assume: that saves a write while the visitor waits.
 */
export function needsReceipt({ receivedAt, sent, attempts = [] }: StoredQuote): boolean {
  if (sent?.channel !== "forward" || sent.class !== "accepted") return sent !== undefined;
  const isQuick = Math.abs(Date.parse(sent.at) - Date.parse(receivedAt)) < 60_000;
  return !(attempts.length === 1 && isQuick);
}

/** A quote from `sent/`, with the default result if the file has none: see `needsReceipt`. */
export function withDefaultReceipt(quote: StoredQuote): StoredQuote {
  const accepted = { at: quote.receivedAt, channel: "forward", class: "accepted" };
  return { sent: accepted, attempts: [accepted], ...quote };
}

/** Formats a quote as indented JSON, with control characters escaped so that a terminal can show it. */
export const formatStoredQuote = (quote: StoredQuote) =>
  `${escapeControlCharacters(JSON.stringify(quote, null, 2))}\n`;

/** Parses a file, which may have been edited by hand; undefined if it is not a valid quote. */
export const parseStoredQuote = (text: string): StoredQuote | undefined =>
  storedQuote.safeParse(parseJson(text)).data;

const deliveryState = storedQuote.pick({
  receivedAt: true,
  waitingSince: true,
  heldUntil: true,
  tries: true,
});

/** The part of a quote that decides when it is sent: nothing that the visitor wrote. */
export type DeliveryState = z.infer<typeof deliveryState>;

/** The delivery state as JSON, and back; undefined if the text is not one. */
export const formatDeliveryState = (quote: StoredQuote) => JSON.stringify(deliveryState.parse(quote));
export const parseDeliveryState = (text: string) => deliveryState.safeParse(parseJson(text)).data;
