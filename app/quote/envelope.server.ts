import { createHmac } from "node:crypto";
import { FIELDS, type FormKind, type QuoteValues } from "~/quote/request";

/** A request as it is stored and relayed. */
export type Envelope = {
  /** 32 hexadecimal digits: a keyed hash of the form and what the visitor sent, so equal requests share one. */
  id: string;
  form: FormKind;
  /** ISO 8601, UTC. */
  receivedAt: string;
  request: QuoteValues;
  /** Attempts so far, and what became of the last one. */
  attempts: number;
  lastAttempt?: { at: string; class: string; status?: number; retryAfterS?: number };
};

const SUBJECTS: Record<FormKind, string> = {
  quote: "New Quote Request from Website",
  contact: "New Contact Request from Website",
};

/** Puts a judged request into a fresh envelope; `key` is the outbox's own, so ids cannot be guessed from a name. */
export function seal(form: FormKind, request: QuoteValues, key: Buffer, now: Date): Envelope {
  const sent = JSON.stringify([form, ...FIELDS.map((name) => request[name])]);
  const id = createHmac("sha256", key).update(sent).digest("hex").slice(0, 32);
  return { id, form, receivedAt: now.toISOString(), request, attempts: 0 };
}

/** The nine fields the forwarding service expects, in order. Specification, "Calls". */
export function relayFields({ form, request }: Envelope): [name: string, value: string][] {
  return [
    ["_subject", SUBJECTS[form]],
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
