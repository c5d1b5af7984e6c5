import { FIELD_NAMES, FIELDS, mapFields, type QuoteErrors, type QuoteValues } from "~/quote/fields";

/** With line breaks: in a one-line field these could forge lines in the owner's email. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Reads all fields; "" for a missing field or a file. Line breaks become "\n", with and without JavaScript. */
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

/** The error of each invalid field. Used in the browser and on the server. */
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

/** The field with the longest value: the one to shorten if a form is too long. */
export const longestField = (values: QuoteValues) =>
  FIELD_NAMES.reduce((longest, name) => (values[name].length > values[longest].length ? name : longest));
