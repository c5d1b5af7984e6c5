import type { InputHTMLAttributes } from "react";
import { Field } from "~/quote/form/field";
import { ProjectType } from "~/quote/form/project-type";
import type { FieldName, QuoteErrors, QuoteValues } from "~/quote/request";

type Input = InputHTMLAttributes<HTMLInputElement>;

/**
 * What a visitor fills in. Labels and placeholders: Specification, "Quote form".
 *
 * @param values what the server gave back
 * @param service the preselected project type, or ""
 */
export function Fields(props: {
  id: (name: FieldName) => string;
  errors: QuoteErrors;
  values: QuoteValues | undefined;
  service: string;
}) {
  const { id, errors, values, service } = props;
  const about = (name: FieldName, label: string) => ({ name, label, id: id(name), error: errors[name] });
  const input = (name: FieldName, label: string, attributes: Input) => (
    <Field
      {...about(name, label)}
      control={(tied) => <input {...tied} {...attributes} required defaultValue={values?.[name]} />}
    />
  );
  return (
    <>
      <p className="required-note">Fields with * are required.</p>
      {input("fullName", "Full Name *", {
        type: "text",
        autoComplete: "name",
        placeholder: "Your full name",
      })}
      {input("email", "Email *", {
        type: "email",
        autoComplete: "email",
        spellCheck: false,
        placeholder: "name@example.com",
      })}
      {input("phone", "Phone *", { type: "tel", autoComplete: "tel", placeholder: "(269) 123-4567" })}
      <Field
        {...about("projectType", "Project Type *")}
        control={(tied) => <ProjectType {...tied} required defaultValue={values?.projectType || service} />}
      />
      {input("projectLocation", "Project Location *", {
        type: "text",
        autoComplete: "address-line1",
        placeholder: "Project address or general location",
      })}
      <Field
        {...about("additionalNotes", "Additional Notes")}
        control={(tied) => <textarea {...tied} rows={4} defaultValue={values?.additionalNotes} />}
      />
    </>
  );
}
