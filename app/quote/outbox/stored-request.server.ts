import { createHmac } from "node:crypto";
import { z } from "zod";
import { escapeControlCharacters } from "~/config/escape-control-characters";
import { FIELDS, type FormKind, type QuoteValues } from "~/quote/request";

/**
 * What a channel has tried so far; so many of the attempts as `uncertain` says may have arrived. `next` is the earliest
 * time of its next attempt; without it that is now.
 */
const tries = z.object({
  count: z.number().int(),
  uncertain: z.number().int().optional(),
  next: z.iso.datetime().optional(),
  at: z.iso.datetime(),
  class: z.string(),
  status: z.number().optional(),
});

const storedRequest = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  form: z.enum(["quote", "contact"]),
  receivedAt: z.iso.datetime(),
  request: z.object(
    Object.fromEntries(FIELDS.map((name) => [name, z.string()])) as Record<keyof QuoteValues, z.ZodString>,
  ),
  /** When its first attempt failed. A request that was given up and put back by hand starts afresh. */
  waitingSince: z.iso.datetime().optional(),
  /** Not sent before this: too many came from one place. */
  heldUntil: z.iso.datetime().optional(),
  tries: z.object({ forward: tries.optional(), mail: tries.optional() }).default({}),
  /** In `dead/`: when it was given up, and after which tries. */
  dead: z.object({ at: z.iso.datetime(), tries: z.unknown() }).optional(),
  /** In `sent/`: when it was accepted, and by which channel. Put back into `new/`, it is sent once more. */
  sent: z.object({ at: z.iso.datetime(), channel: z.string(), class: z.string() }).optional(),
});

/**
 * A request as it is stored and relayed. `id`, 32 hexadecimal digits, is a keyed hash of the form and what the visitor
 * sent, so equal requests share one. Times are ISO 8601, UTC.
 */
export type StoredRequest = z.infer<typeof storedRequest>;

/** A way a request can go to its owner: the forwarding service, or mail. */
export type ChannelName = keyof StoredRequest["tries"];

const SUBJECTS: Record<FormKind, string> = {
  quote: "New Quote Request from Website",
  contact: "New Contact Request from Website",
};

export const subject = ({ form }: Pick<StoredRequest, "form">) => SUBJECTS[form];

/** A new stored request. `key` is the outbox's own, so ids cannot be guessed from a name. */
export function createStoredRequest(
  form: FormKind,
  request: QuoteValues,
  key: Buffer,
  now: Date,
): StoredRequest {
  const sent = JSON.stringify([form, ...FIELDS.map((name) => request[name])]);
  const id = createHmac("sha256", key).update(sent).digest("hex").slice(0, 32);
  return { id, form, receivedAt: now.toISOString(), request, tries: {} };
}

/** The text of a request's file, safe to show on a terminal. */
export const formatStoredRequest = (request: StoredRequest) =>
  `${escapeControlCharacters(JSON.stringify(request, null, 2))}\n`;

/** The request in a file, which somebody may have edited; undefined if there is none in it. */
export function parseStoredRequest(text: string): StoredRequest | undefined {
  try {
    return asStoredRequest(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A value as a stored request; undefined if it is not one. */
export const asStoredRequest = (value: unknown): StoredRequest | undefined =>
  storedRequest.safeParse(value).data;

/** The nine fields the forwarding service expects, in order. Specification, "Calls". */
export function relayFields(sealed: StoredRequest): [name: string, value: string][] {
  const { request } = sealed;
  return [
    ["_subject", subject(sealed)],
    ["_captcha", "false"],
    ["_template", "table"],
    ["full_name", request.fullName],
    ["email", request.email],
    ["phone", request.phone],
    ["project_type", request.projectType],
    ["project_location", request.projectLocation],
    ["additional_notes", request.additionalNotes],
  ];
}
