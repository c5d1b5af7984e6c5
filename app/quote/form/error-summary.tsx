import { useEffect, useRef } from "react";
import type { FieldName, QuoteErrors } from "~/quote/fields";

/**
 * The uncorrected errors of the last refused submission, each a link to its field, as in GOV.UK's error summary. Takes the focus
 * after each refusal, without React by `autofocus`.
 */
export function ErrorSummary(props: {
  refused: FieldName[];
  refusals: number;
  errors: QuoteErrors;
  id: (name: string) => string;
}) {
  const { refused, refusals, errors, id } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals === 0) return;
    // Focus alone would scroll to the middle of a summary taller than the window.
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView();
  }, [refusals]);
  if (refused.length === 0) return null;
  return (
    <div className="error-summary" ref={box} tabIndex={-1} autoFocus>
      {/* Screen readers announce the list when it appears, and not again when a correction removes an item. */}
      <div role="alert" aria-atomic="false">
        <h3>There is a problem</h3>
        <ul>
          {refused.map((name) => (
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
