import type { InputHTMLAttributes, ReactNode } from "react";
import type { FieldName } from "~/quote/request";

type Control = Pick<InputHTMLAttributes<HTMLElement>, "id" | "aria-invalid" | "aria-describedby"> & {
  name: FieldName;
};

/**
 * A label, its error between label and control, and the control, tied together for assistive technology.
 *
 * @param control renders the input, select or textarea with the attributes it is given
 */
export function Field(props: {
  name: FieldName;
  /** Unique in the document: a page may hold both forms. */
  id: string;
  label: string;
  error: string | undefined;
  control: (attributes: Control) => ReactNode;
}) {
  const { name, id, label, error, control } = props;
  const errorId = `${id}-error`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {error ? (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      ) : null}
      {control({
        id,
        name,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": error ? errorId : undefined,
      })}
    </div>
  );
}
