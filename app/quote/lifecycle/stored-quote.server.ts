import { createHmac } from "node:crypto";
import * as z from "zod";
import { escapeControlCharacters } from "~/log/escape-control-characters";
import { FIELD_NAMES, type FieldName, type FormKind, mapFields, type QuoteValues } from "~/quote/fields";
import { parseJson } from "~/quote/lifecycle/parse-json";

/**
 * What one channel has done: `count` attempts, the last one at `at` with its class and status; `uncertain` of them were
 * ambiguous, so they may have arrived. `next`: the earliest time of the next one. `accepted`: by the last one.
 */
const channelState = z.object({
  count: z.number().int(),
  uncertain: z.number().int().optional(),
  next: z.iso.datetime().optional(),
  at: z.iso.datetime(),
  class: z.string(),
  status: z.number().optional(),
  accepted: z.literal(true).optional(),
});

/** One attempt: when it ended, what came of it, and how long it took (milliseconds). */
const attempt = z.object({
  at: z.iso.datetime(),
  channel: z.string(),
  class: z.string(),
  status: z.number().optional(),
  ms: z.number().optional(),
});

/**
 * What the visitor typed, as a version with fewer or more fields may have stored it. A field that is missing is empty; one
 * that this version does not know stays in the file.
 */
const storedValues: z.ZodType<QuoteValues> = z.looseObject(mapFields(() => z.string().default("")));

const storedQuote = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  form: z.enum(["quote", "contact"]),
  receivedAt: z.iso.datetime(),
  request: storedValues,
  /** When its first attempt failed. */
  waitingSince: z.iso.datetime().optional(),
  announced: z.literal(true).optional(),
  /** Not sent before this: it came over a rate limit. */
  heldUntil: z.iso.datetime().optional(),
  tries: z.object({ forward: channelState.optional(), mail: channelState.optional() }).default({}),
  /** The latest attempts by any channel, for the operator. */
  attempts: z.array(attempt).optional(),
  /** In `dead/`: when it was given up. */
  dead: z.object({ at: z.iso.datetime() }).optional(),
  /**
   * In `sent/`: when it was accepted, and by which channels; see `withDefaultReceipt`. In `new/` it means that the operator put
   * the quote back, by command or by hand, to be sent once more.
   */
  sent: z.object({ at: z.iso.datetime(), channel: z.string(), class: z.string() }).optional(),
});

/**
 * A request as it is stored and sent. `id` is a keyed hash of the form and its values, so equal requests share one. Times
 * are ISO 8601, UTC.
 */
export type StoredQuote = z.infer<typeof storedQuote>;

/** A channel to the owner: the forwarding service, or mail. */
export type ChannelName = keyof StoredQuote["tries"];
export type ChannelState = z.infer<typeof channelState>;

/** Where quotes are: waiting, accepted, given up. Also the names of the outbox's folders. */
export const STATUSES = ["new", "sent", "dead"] as const;
export type Status = (typeof STATUSES)[number];

/** The same quote sent again within this time of its acceptance (milliseconds) is a repeat. */
export const SAME_QUOTE_MS = 60 * 60 * 1000;

export const SUBJECTS: Record<FormKind, string> = {
  quote: "New Quote Request from Website",
  contact: "New Contact Request from Website",
};

/**
 * The fields in every id, in this order, whatever the order of the form. One that is added to the form stays out of it: it
 * is part of an id only where it is filled in, so equal requests of older versions keep their ids.
 */
const ALWAYS_IN_ID: readonly FieldName[] = [
  "fullName",
  "email",
  "phone",
  "projectType",
  "projectLocation",
  "additionalNotes",
];

/** Makes a stored request. `key` is the outbox's own, so nobody can guess an id from a name. */
export function createQuote(form: FormKind, values: QuoteValues, key: Buffer, now: Date): StoredQuote {
  const added = FIELD_NAMES.filter((name) => !ALWAYS_IN_ID.includes(name) && values[name]);
  const parts = [...ALWAYS_IN_ID.map((name) => values[name]), ...added.map((name) => [name, values[name]])];
  const hash = createHmac("sha256", key).update(JSON.stringify([form, ...parts]));
  const id = hash.digest("hex").slice(0, 32);
  return { id, form, receivedAt: now.toISOString(), request: values, tries: {} };
}

/**
 * Whether a file in `sent/` must say who accepted it. The usual case needs no note, since each visitor would wait for that
 * write: the forwarding service, at the first attempt and within a minute.
 */
export const needsReceipt = ({ receivedAt, sent, attempts = [] }: StoredQuote): boolean =>
  sent !== undefined &&
  !(
    sent.channel === "forward" &&
    sent.class === "accepted" &&
    attempts.length === 1 &&
    Math.abs(Date.parse(sent.at) - Date.parse(receivedAt)) < 60_000
  );

/** A request from `sent/`, with the note that the usual case omits. */
export function withDefaultReceipt(quote: StoredQuote): StoredQuote {
  const accepted = { at: quote.receivedAt, channel: "forward", class: "accepted" };
  return { sent: accepted, attempts: [accepted], ...quote };
}

/** The text of a request's file, safe to show on a terminal. */
export const formatStoredQuote = (quote: StoredQuote) =>
  `${escapeControlCharacters(JSON.stringify(quote, null, 2))}\n`;

/** The request in a file, which somebody may have edited; undefined if the text is not a request. */
export const parseStoredQuote = (text: string): StoredQuote | undefined =>
  storedQuote.safeParse(parseJson(text)).data;

const deliveryState = storedQuote.pick({
  receivedAt: true,
  waitingSince: true,
  heldUntil: true,
  tries: true,
});

/** What delivery needs to know of a quote: nothing that the visitor wrote. */
export type DeliveryState = z.infer<typeof deliveryState>;

/** The same as text, for a snapshot; undefined if the text is something else. */
export const formatDeliveryState = (quote: StoredQuote) => JSON.stringify(deliveryState.parse(quote));
export const parseDeliveryState = (text: string) => deliveryState.safeParse(parseJson(text)).data;
