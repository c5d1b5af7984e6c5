import { createHmac } from "node:crypto";
import * as z from "zod";
import { escapeControlCharacters } from "~/log/escape-control-characters";
import { FIELD_NAMES, type FieldName, type FormKind, mapFields, type QuoteValues } from "~/quote/fields";
import { parseJson } from "~/quote/outbox/parse-json";

/**
 * The attempts of one channel; `uncertain` of them may have arrived. `next`: the earliest time of the next one.
 * `accepted`: by the last one, and the request waits only for another channel.
 */
const tries = z.object({
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

const storedRequest = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  form: z.enum(["quote", "contact"]),
  receivedAt: z.iso.datetime(),
  request: storedValues,
  /** When its first attempt failed. */
  waitingSince: z.iso.datetime().optional(),
  announced: z.literal(true).optional(),
  /** Not sent before this: it came over a rate limit. */
  heldUntil: z.iso.datetime().optional(),
  tries: z.object({ forward: tries.optional(), mail: tries.optional() }).default({}),
  /** The latest attempts by any channel, for the operator. */
  attempts: z.array(attempt).optional(),
  /** In `dead/`: when it was given up. */
  dead: z.object({ at: z.iso.datetime() }).optional(),
  /** In `sent/`: when it was accepted, and by which channels; see `withNote`. Back in `new/`, it is sent once more. */
  sent: z.object({ at: z.iso.datetime(), channel: z.string(), class: z.string() }).optional(),
});

/**
 * A request as it is stored and sent. `id` is a keyed hash of the form and its values, so equal requests share one. Times
 * are ISO 8601, UTC.
 */
export type StoredRequest = z.infer<typeof storedRequest>;

/** A channel to the owner: the forwarding service, or mail. */
export type ChannelName = keyof StoredRequest["tries"];

/** The channels that have accepted a waiting request: the owner has it already. */
export const acceptedBy = ({ tries }: Pick<StoredRequest, "tries">): ChannelName[] =>
  (Object.keys(tries) as ChannelName[]).filter((name) => tries[name]?.accepted);

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
export function createStoredRequest(
  form: FormKind,
  values: QuoteValues,
  key: Buffer,
  now: Date,
): StoredRequest {
  const added = FIELD_NAMES.filter((name) => !ALWAYS_IN_ID.includes(name) && values[name]);
  const parts = [...ALWAYS_IN_ID.map((name) => values[name]), ...added.map((name) => [name, values[name]])];
  const hash = createHmac("sha256", key).update(JSON.stringify([form, ...parts]));
  const id = hash.digest("hex").slice(0, 32);
  return { id, form, receivedAt: now.toISOString(), request: values, tries: {} };
}

/** The request as if it were new: the operator brought it back after it was sent. */
export function startOver(stored: StoredRequest): StoredRequest {
  const { sent: _, waitingSince: __, heldUntil: ___, ...rest } = stored;
  return { ...rest, announced: true, tries: {} };
}

/** A request that is back in `new/` to be sent once more, even if an equal one was accepted within the hour. */
export function markAgain({ dead: _, sent, ...rest }: StoredRequest, now: Date): StoredRequest {
  return { ...startOver(rest), sent: sent ?? { at: now.toISOString(), channel: "", class: "" } };
}

/** A request as it is kept in `sent/`. Put back by hand, it starts over. */
export function asSent(request: StoredRequest): StoredRequest {
  const accepted = acceptedBy(request);
  const last = request.tries[accepted.at(-1) ?? "forward"];
  if (!last?.accepted) return request;
  return { ...request, tries: {}, sent: { at: last.at, channel: accepted.join(", "), class: last.class } };
}

/**
 * Whether a file in `sent/` must say who accepted it. The usual case needs no note, since each visitor would wait for that
 * write: the forwarding service, at the first attempt and within a minute.
 */
export const needsNote = ({ receivedAt, sent, attempts = [] }: StoredRequest): boolean =>
  sent !== undefined &&
  !(
    sent.channel === "forward" &&
    sent.class === "accepted" &&
    attempts.length === 1 &&
    Math.abs(Date.parse(sent.at) - Date.parse(receivedAt)) < 60_000
  );

/** A request from `sent/`, with the note that the usual case omits. */
export function withNote(request: StoredRequest): StoredRequest {
  const accepted = { at: request.receivedAt, channel: "forward", class: "accepted" };
  return { sent: accepted, attempts: [accepted], ...request };
}

/** The request as it is given up. Put back by hand, it starts over. */
export function asDead({ waitingSince: _, ...rest }: StoredRequest, now: Date): StoredRequest {
  return { ...rest, tries: {}, dead: { at: now.toISOString() } };
}

/** The text of a request's file, safe to show on a terminal. */
export const formatStoredRequest = (request: StoredRequest) =>
  `${escapeControlCharacters(JSON.stringify(request, null, 2))}\n`;

/** The request in a file, which somebody may have edited; undefined if the text is not a request. */
export const parseStoredRequest = (text: string): StoredRequest | undefined =>
  storedRequest.safeParse(parseJson(text)).data;

const noted = storedRequest.pick({ receivedAt: true, waitingSince: true, heldUntil: true, tries: true });

/** The times and tries of a request, for an index, and the same from its text; undefined if it is something else. */
export const formatEntry = (request: StoredRequest) => JSON.stringify(noted.parse(request));
export const parseEntry = (text: string) => noted.safeParse(parseJson(text)).data;
