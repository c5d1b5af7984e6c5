import { Response } from "undici";
import { escapeHtml } from "~/http/escape-html";
import { FIELD_NAMES, FIELDS, HONEYPOT, type QuoteValues } from "~/quote/fields";
import { BODY_LIMIT, tooLong } from "~/quote/outcome";
import { longestField, readValues, validateValues } from "~/quote/values";

/** Far more than the forms have fields. Limits parsing time. */
const MAX_PARTS = 100;

/** Urlencoded: further ends of a line, pasted from office programs. Mail programs show no break there, or a field of its own. */
const LINE_ENDS = /%0B|%0C|%C2%85|%E2%80%A[89]/g;

/**
 * Parses a posted body, urlencoded or multipart, to an urlencoded form of the known fields. Never throws for what a client sent.
 *
 * @returns `form`, and `isValid`: it can be sent as it is. Or the `status` of the refusal: 400 for a malformed body, 413 over
 * BODY_LIMIT (`more`: a form with what was typed), 415 for another content type
 */
export async function cleanForm(body: Buffer, contentType: string) {
  const isMultipart = /^multipart\/form-data\b/i.test(contentType);
  const isForm = isMultipart || /^application\/x-www-form-urlencoded\b/i.test(contentType);
  // An empty body is a form without fields, whatever its content type.
  if (body.length > 0 && !isForm) return { status: 415 } as const;
  if (hasMoreThan(body, isMultipart ? "form-data" : "&", MAX_PARTS)) return { status: 400 } as const;
  const posted =
    isMultipart && body.length > 0
      ? await new Response(body, { headers: { "Content-Type": contentType } })
          .formData()
          .catch(() => undefined)
      : new URLSearchParams(new TextDecoder().decode(body));
  if (!posted) return { status: 400 } as const;
  const values = readValues(posted);
  if (body.length > BODY_LIMIT) return { status: 413, more: tooLongForm(values, body.length) } as const;
  const honeypot = String(posted.get(HONEYPOT) ?? "");
  const form = new URLSearchParams({ ...values, ...(honeypot && { [HONEYPOT]: honeypot }) });
  const isValid = honeypot.trim() === "" && Object.keys(validateValues(values)).length === 0;
  return { form: form.toString().replace(LINE_ENDS, "%0A"), isValid };
}

/** Whether a body contains `part` more than `times` times. */
function hasMoreThan(body: Buffer, part: string, times: number): boolean {
  let left = times;
  for (let at = body.indexOf(part); at >= 0; at = body.indexOf(part, at + part.length))
    if (left-- === 0) return true;
  return false;
}

/** The typed values in a plain form: React's page would contain the long text several times. */
function tooLongForm(values: QuoteValues, bytes: number): { text: string; markup: string } {
  const longest = longestField(values);
  const fields = FIELD_NAMES.map((name) => {
    const { summaryLabel, control } = FIELDS[name];
    const value = escapeHtml(values[name]);
    const markup =
      name === longest || control === "textarea"
        ? `<textarea name="${name}" rows="8">\n${value}</textarea>`
        : `<input name="${name}" value="${value}">`;
    return `<p><label>${summaryLabel}<br>${markup}</label></p>`;
  });
  return {
    text: `${tooLong(bytes)}, then send it again. Nothing has been sent yet.`,
    markup: `<form method="post">${fields.join("")}<p><button>Send Message</button></p></form>`,
  };
}
