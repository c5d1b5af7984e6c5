import type { AllHTMLAttributes, ElementType } from "react";
import { PHONE_EXAMPLE } from "~/contractor/company";
import { type FieldName, HONEYPOT, PROJECT_TYPES, type QuoteErrors } from "~/quote/fields";
import { isFailure } from "~/quote/form/messages";
import type { Outcome } from "~/quote/outcome";

/** The fields. The owner chose their labels and placeholders. `id`: a field's id; a document may hold both forms. */
export function Fields(props: {
  id: (name: string) => string;
  errors: QuoteErrors;
  outcome: Outcome | undefined;
  service: string;
}) {
  const { id, errors, outcome, service } = props;
  const values = outcome?.values;
  const type = values?.projectType || service;
  const types = [{ id: "", label: "Select project type" }, ...PROJECT_TYPES];
  // An unknown preselected value is offered as it is.
  if (!types.some(({ id }) => id === type)) types.push({ id: type, label: type });
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
          // Else an empty required field is exposed as invalid.
          aria-invalid={Boolean(error)}
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
        placeholder: PHONE_EXAMPLE,
      })}
      {field("projectType", "Project Type *", "select", {
        defaultValue: type,
        children: types.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        )),
      })}
      {field("projectLocation", "Project Location *", "input", {
        type: "text",
        autoComplete: "address-line1",
        placeholder: "Project address or general location",
      })}
      {field("additionalNotes", "Additional Notes", "textarea", { rows: 4, required: false })}
      {/* Only the stylesheet hides it. Text browsers show it with this label; w3m ignores a tabindex. What fills it in once
          would do so again: a form that was not sent has none. */}
      {isFailure(outcome) ? null : (
        <div className="leave-empty">
          <label htmlFor={id(HONEYPOT)}>Leave this field empty</label>
          <input type="text" id={id(HONEYPOT)} name={HONEYPOT} autoComplete="new-password" defaultValue="" />
        </div>
      )}
    </>
  );
}
