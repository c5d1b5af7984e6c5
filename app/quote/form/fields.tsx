import type { ElementType } from "react";
import { FIELD_NAMES, FIELDS, HONEYPOT, type Option, type QuoteErrors } from "~/quote/fields";
import { isFailure } from "~/quote/form/messages";
import type { Outcome } from "~/quote/outcome";

/** A select's options, with the preselected value added if it is unknown. */
const withUnknown = (options: readonly Option[], value = "") =>
  options.some(({ id }) => id === value) ? options : [...options, { id: value, label: value }];

/** The form's fields and the honeypot. `id`: makes element ids that are unique if the document holds both forms. */
export function Fields(props: {
  id: (name: string) => string;
  errors: QuoteErrors;
  outcome: Outcome | undefined;
  service: string;
  sending: boolean;
}) {
  const { id, errors, outcome, service, sending } = props;
  return (
    <>
      <p className="required-note">Fields with * are required.</p>
      {FIELD_NAMES.map((name) => {
        const { label, control, attributes, options, isWide, required } = FIELDS[name];
        const Control: ElementType = control;
        const error = errors[name];
        const errorId = `${id(name)}-error`;
        const typed = outcome?.values?.[name];
        const value = name === "projectType" ? typed || service : typed;
        return (
          <div key={name} className={isWide ? "field wide" : "field"}>
            <label htmlFor={id(name)}>{label}</label>
            {error ? (
              <p className="field-error" id={errorId}>
                {error}
              </p>
            ) : null}
            <Control
              id={id(name)}
              name={name}
              required={Boolean(required)}
              // Explicit false: otherwise browsers expose an empty required field as invalid.
              aria-invalid={Boolean(error)}
              aria-describedby={error ? errorId : undefined}
              defaultValue={value}
              // What is typed meanwhile would not be sent.
              readOnly={sending && control !== "select"}
              {...attributes}
            >
              {options &&
                withUnknown(options, value).map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
            </Control>
          </div>
        );
      })}
      {/* Hidden by the stylesheet alone; text browsers show it with its label. After a failed submission it is left out: the
          autofill that triggered it would do so again. */}
      {isFailure(outcome) ? null : (
        <div className="leave-empty">
          <label htmlFor={id(HONEYPOT)}>Leave this field empty</label>
          <input type="text" id={id(HONEYPOT)} name={HONEYPOT} autoComplete="new-password" defaultValue="" />
        </div>
      )}
    </>
  );
}
