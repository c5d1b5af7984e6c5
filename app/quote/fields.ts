import type { AllHTMLAttributes } from "react";
import { PHONE_EXAMPLE } from "~/contractor/company";
import { EMAIL_MESSAGE, emailError, plainEmail } from "~/quote/email-address";
import { PROJECT_TYPES } from "~/quote/project-types";

/** The two forms of the site; each has its own subject at the forwarding service. */
export type FormKind = "quote" | "contact";

/** A choice of a select: what is sent, and what is shown. */
export type Option = { id: string; label: string };

type Field = {
  /** In the form. A required field's ends in " *". */
  label: string;
  /** Where the values are read again: in the owner's email and under the thanks. */
  summaryLabel: string;
  /** Only a textarea keeps its line breaks. */
  control: "input" | "select" | "textarea";
  attributes?: AllHTMLAttributes<HTMLElement>;
  /** Of a select. */
  options?: readonly Option[];
  isWide?: boolean;
  /** The error when it is empty. An optional field has none. */
  required?: string;
  /** The error of what was typed, trimmed and not empty, if any. */
  validator?: (text: string) => string | undefined;
  /** Corrects what was typed into one line. */
  normalize?: (line: string) => string;
};

const defineFields = <Name extends string>(fields: Record<Name, Field>) => fields;

/**
 * The fields, in order. The form, validation, the stored request, what the forwarding service gets (where "fullName" is
 * "full_name"), the emails and the export follow from this table. It is part of the browser's script, so keep it small. The
 * owner chose the labels and placeholders. The notes stay last: an email shows them as they were written.
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
  // Any phone format is valid.
  phone: {
    label: "Phone *",
    summaryLabel: "Phone",
    control: "input",
    attributes: { type: "tel", autoComplete: "tel", placeholder: PHONE_EXAMPLE },
    required: `Enter a phone number, like ${PHONE_EXAMPLE}`,
  },
  // Any project type is valid: the form shows an unknown one as it is.
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
      autoComplete: "address-line1",
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

/** In the order of the table. */
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** An object with one value for each field, in the order of the table. */
export const mapFields = <Value>(make: (name: FieldName) => Value) =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, make(name)])) as Record<FieldName, Value>;

/** The hidden field, which people leave empty. Its name means nothing, so that no browser fills it in. */
export const HONEYPOT = "b7";
