import { useEffect, useRef } from "react";
import type { FieldName, QuoteErrors } from "~/quote/fields";

/** The uncorrected errors of the last rejection, each a link to its field. Takes the focus, without React by `autofocus`. */
export function ErrorSummary(props: {
  invalidFields: FieldName[];
  rejectionCount: number;
  errors: QuoteErrors;
  id: (name: string) => string;
}) {
  const { invalidFields, rejectionCount, errors, id } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (rejectionCount === 0) return;
    // Focus alone would scroll to the middle of a summary taller than the window.
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView();
  }, [rejectionCount]);
  if (invalidFields.length === 0) return null;
  return (
    <div className="error-summary" ref={box} tabIndex={-1} autoFocus>
      {/* Screen readers announce the list when it appears, and not again when a correction removes an item. */}
      <div role="alert" aria-atomic="false">
        <h3>There is a problem</h3>
        <ul>
          {invalidFields.map((name) => (
            <li key={name}>
              <a
                href={`#${id(name)}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(id(name))?.focus();
                }}
              >
                {errors[name]}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
