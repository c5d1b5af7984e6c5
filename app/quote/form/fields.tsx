import type { AllHTMLAttributes, ElementType, SelectHTMLAttributes } from "react";
import { type FieldName, PROJECT_TYPES, type QuoteErrors, type QuoteValues } from "~/quote/request";

/** A preselected value that is no known id is offered as it is. */
function ProjectType({ defaultValue = "", ...attributes }: SelectHTMLAttributes<HTMLSelectElement>) {
  const known = PROJECT_TYPES.some(({ id }) => id === defaultValue);
  return (
    <select {...attributes} defaultValue={defaultValue}>
      <option value="">Select project type</option>
      {PROJECT_TYPES.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
      {defaultValue && !known ? <option value={defaultValue}>{defaultValue}</option> : null}
    </select>
  );
}

/**
 * The visible fields. The owner chose their labels and placeholders.
 *
 * @param id a field's id in the document, which may hold both forms
 * @param values what the server gave back
 * @param service the preselected project type, or ""
 */
export function Fields(props: {
  id: (name: string) => string;
  errors: QuoteErrors;
  values: QuoteValues | undefined;
  service: string;
}) {
  const { id, errors, values, service } = props;
  const field = (
    name: FieldName,
    label: string,
    Control: ElementType,
    attributes: AllHTMLAttributes<HTMLElement>,
  ) => {
    const error = errors[name];
    const errorId = `${id(name)}-error`;
    const wide = name === "fullName" || name === "additionalNotes";
    return (
      <div className={wide ? "field wide" : "field"}>
        <label htmlFor={id(name)}>{label}</label>
        {error ? (
          <p className="field-error" id={errorId}>
            {error}
          </p>
        ) : null}
        <Control
          id={id(name)}
          name={name}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          defaultValue={values?.[name]}
          {...attributes}
        />
      </div>
    );
  };
  return (
    <>
      <p className="required-note">Fields with * are required.</p>
      {field("fullName", "Full Name *", "input", {
        type: "text",
        autoComplete: "name",
        placeholder: "Your full name",
      })}
      {field("email", "Email *", "input", {
        type: "email",
        autoComplete: "email",
        spellCheck: false,
        placeholder: "name@example.com",
      })}
      {field("phone", "Phone *", "input", {
        type: "tel",
        autoComplete: "tel",
        placeholder: "(269) 123-4567",
      })}
      {field("projectType", "Project Type *", ProjectType, { defaultValue: values?.projectType || service })}
      {field("projectLocation", "Project Location *", "input", {
        type: "text",
        autoComplete: "address-line1",
        placeholder: "Project address or general location",
      })}
      {field("additionalNotes", "Additional Notes", "textarea", { rows: 4, required: false })}
    </>
  );
}
