import {
  FIELD_NAMES,
  FIELDS,
  type FieldName,
  mapFields,
  type QuoteErrors,
  type QuoteValues,
} from "~/quote/fields";

/** Control characters and line breaks. In a one-line field they could forge lines in the owner's email. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** The text of every field; "" for an absent one or a file. Line breaks become "\n": the same with and without JavaScript. */
export function readValues(form: { get(name: string): unknown }): QuoteValues {
  return mapFields((name) => {
    const { control, normalize } = FIELDS[name];
    const value = form.get(name);
    if (typeof value !== "string") return "";
    if (control === "textarea") return value.replace(/\r\n?/g, "\n");
    const line = value.replace(CONTROL_CHARACTERS, " ");
    return normalize?.(line) ?? line;
  });
}

/** The error of each invalid field, in the browser as on the server. */
export function validateValues(values: QuoteValues): QuoteErrors {
  const errors: QuoteErrors = {};
  for (const name of FIELD_NAMES) {
    const { required, validator } = FIELDS[name];
    const text = values[name].trim();
    const error = text ? validator?.(text) : required;
    if (error) errors[name] = error;
  }
  return errors;
}

/** The field to shorten if the values are too long. */
export const longestField = (values: QuoteValues): FieldName =>
  FIELD_NAMES.reduce((longest, name) => (values[name].length > values[longest].length ? name : longest));
