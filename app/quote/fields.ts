import type { AllHTMLAttributes } from "react";
import { PHONE_EXAMPLE } from "~/contractor/company";
import { EMAIL_MESSAGE, emailError, plainEmail } from "~/quote/email-address";
import { PROJECT_TYPES } from "~/quote/project-types";

/** The two forms of the site; each has its own subject at the forwarding service. */
export type FormKind = "quote" | "contact";

/** An option of a select: the submitted value and its label. */
export type Option = { id: string; label: string };

type Field = {
  /** In the form. A required field's ends in " *". */
  label: string;
  /** In the owner's email and below the success message. */
  summaryLabel: string;
  /** Only a textarea keeps its line breaks. */
  control: "input" | "select" | "textarea";
  attributes?: AllHTMLAttributes<HTMLElement>;
  options?: readonly Option[];
  isWide?: boolean;
  /** The error if the field is empty. Undefined: optional. */
  required?: string;
  /** Returns the error, if any. `text`: trimmed and not empty. */
  validator?: (text: string) => string | undefined;
  /** Corrects the value of an input. */
  normalize?: (line: string) => string;
};

const defineFields = <Name extends string>(fields: Record<Name, Field>) => fields;

/**
 * The fields, in order. The form, validation, the stored quote, the forwarded data ("fullName" becomes "full_name"), emails and
 * the export are derived from this table. Browsers download it, so keep it small. The owner chose the labels and placeholders.
 * The notes stay last: an email shows them as they were written.
 */
export const FIELDS = defineFields({
  fullName: {
    label: "Full Name *",
    summaryLabel: "Name",
    control: "input",
    attributes: { type: "text", autoComplete: "name", placeholder: "Your full name" },
    isWide: true,
    required: "Enter your full name",
  },
  email: {
    label: "Email *",
    summaryLabel: "Email",
    control: "input",
    attributes: { type: "email", autoComplete: "email", spellCheck: false, placeholder: "name@example.com" },
    required: EMAIL_MESSAGE,
    validator: emailError,
    normalize: plainEmail,
  },
  // Any phone format is valid. Invisible characters could show another number than is sent.
  phone: {
    label: "Phone *",
    summaryLabel: "Phone",
    control: "input",
    attributes: { type: "tel", autoComplete: "tel", placeholder: PHONE_EXAMPLE },
    required: `Enter a phone number, like ${PHONE_EXAMPLE}`,
    normalize: (line) => line.replace(/\p{DI}/gu, ""),
  },
  // Any project type is valid, since it can be preselected by the URL.
  projectType: {
    label: "Project Type *",
    summaryLabel: "Project type",
    control: "select",
    options: [{ id: "", label: "Select project type" }, ...PROJECT_TYPES],
    required: "Select a project type",
  },
  projectLocation: {
    label: "Project Location *",
    summaryLabel: "Project location",
    control: "input",
    attributes: {
      type: "text",
      // The town: the token for the street would fill in the street alone.
      autoComplete: "address-level2",
      placeholder: "Project address or general location",
    },
    required: "Enter the project address or general location",
  },
  additionalNotes: {
    label: "Additional Notes",
    summaryLabel: "Notes",
    control: "textarea",
    attributes: { rows: 4 },
    isWide: true,
  },
});

export type FieldName = keyof typeof FIELDS;
/** What the visitor typed. */
export type QuoteValues = Record<FieldName, string>;
export type QuoteErrors = Partial<Record<FieldName, string>>;

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** An object with one value for each field, in the order of the table. */
export const mapFields = <Value>(make: (name: FieldName) => Value) =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, make(name)])) as Record<FieldName, Value>;

/** Name of the honeypot, the hidden field that people leave empty. Meaningless, so that no browser autofills it. */
export const HONEYPOT = "b7";
