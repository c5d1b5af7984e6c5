import { PHONE_EXAMPLE } from "~/contractor/company";
import { SERVICES } from "~/contractor/services";

/** The two forms of the site; each has its own subject at the forwarding service. */
export type FormKind = "quote" | "contact";

/** In the order of the form. */
export const FIELDS = [
  "fullName",
  "email",
  "phone",
  "projectType",
  "projectLocation",
  "additionalNotes",
] as const;

export type FieldName = (typeof FIELDS)[number];
export type QuoteValues = Record<FieldName, string>;
export type QuoteErrors = Partial<Record<FieldName, string>>;

/** The fields' names where what was typed is read again: in the owner's email and under the thanks. */
export const LABELS: QuoteValues = {
  fullName: "Name",
  email: "Email",
  phone: "Phone",
  projectType: "Project type",
  projectLocation: "Project location",
  additionalNotes: "Notes",
};

/** The hidden field, which people leave empty. Its name means nothing, so that no browser fills it in. */
export const HONEYPOT = "b7";

/** "other" is a project type, but no service. */
export const PROJECT_TYPES: readonly { id: string; label: string }[] = [
  ...Object.entries(SERVICES).map(([id, { title }]) => ({ id, label: title })),
  { id: "other", label: "Other" },
];

const labelOf = (id: string) => PROJECT_TYPES.find((type) => type.id === id)?.label;

/** The name of a project type, for the owner and the visitor: one that the visitor made up as it is. */
export const projectTypeLabel = (id: string) => labelOf(id) ?? id;
/** The same for a log or a message: what a visitor made up is not repeated. */
export const publicProjectType = (id: string) => labelOf(id) ?? "another service";

const LABEL = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?/u.source;
/** What browsers take as `type="email"`, with letters of any language and a dot in the domain. */
const EMAIL = new RegExp(
  `^${/[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+/u.source}@${LABEL}(?:\\.${LABEL})+$`,
  "u",
);

/** No address is longer. Longer text is judged as it is: on very long text the patterns below would take minutes. */
const LONGEST_EMAIL = 1_000;

/** The address in what was pasted or dictated, such as "Bob Smith <bob@example.com>."; any other text as it is. */
export function plainEmail(text: string): string {
  if (text.length > LONGEST_EMAIL) return text;
  const bare = text
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/[\s.,;]+$/, "");
  // But not the second of two addresses.
  const plain = /^(?![^<]*@[^<]*[,;])[^<>]*<([^<>]+)>$/.exec(bare)?.[1] ?? bare;
  return EMAIL.test(plain) ? plain : text;
}

function emailError(text: string): string | undefined {
  if (EMAIL.test(text)) return undefined;
  return /@[^@\s,;]*[\s,;][^@]*@/.test(text)
    ? "Enter one email address only"
    : "Enter your email, like name@example.com";
}

/** Any phone format and any project type is valid; the form shows an unknown type as it is. */
const filled = (message: string) => (text: string) => (text === "" ? message : undefined);

/** The error of a field's trimmed text, if any. A field without a rule takes anything. */
const RULES: Partial<Record<FieldName, (text: string) => string | undefined>> = {
  fullName: filled("Enter your full name"),
  email: emailError,
  phone: filled(`Enter a phone number, like ${PHONE_EXAMPLE}`),
  projectType: filled("Select a project type"),
  projectLocation: filled("Enter the project address or general location"),
};

/** The field to shorten if a request is too long. */
export const longestField = (values: QuoteValues) =>
  FIELDS.reduce((one, other) => (values[other].length > values[one].length ? other : one));

/** Control characters and line breaks. In a one-line field they could forge lines in the owner's email. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** The text of every field; "" for an absent one or a file. Line breaks become "\n": the same with and without JavaScript. */
export function readValues(form: { get(name: string): unknown }): QuoteValues {
  const read = (name: FieldName) => {
    const value = form.get(name);
    if (typeof value !== "string") return "";
    if (name === "additionalNotes") return value.replace(/\r\n?/g, "\n");
    const line = value.replace(CONTROLS, " ");
    return name === "email" ? plainEmail(line) : line;
  };
  return Object.fromEntries(FIELDS.map((name) => [name, read(name)])) as QuoteValues;
}

/** The error of each invalid field, in the browser as on the server. */
export function validateValues(values: QuoteValues): QuoteErrors {
  const errors: QuoteErrors = {};
  for (const name of FIELDS) {
    const error = RULES[name]?.(values[name].trim());
    if (error) errors[name] = error;
  }
  return errors;
}
