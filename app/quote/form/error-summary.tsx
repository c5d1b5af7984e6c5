import { useEffect, useRef } from "react";
import type { FieldName, QuoteErrors } from "~/quote/fields";

/**
 * The errors of the last refusal, less those corrected since, each a link to its field, after GOV.UK's error summary. It
 * takes the focus after each refusal: by React, or by `autofocus` without it.
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
    // Scroll to its top: focus alone would show the middle of a summary taller than the window.
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView();
  }, [refusals]);
  if (refused.length === 0) return null;
  return (
    <div className="error-summary" ref={box} tabIndex={-1} autoFocus>
      {/* Read whole when it appears. A correction, which takes a line away, interrupts nobody. */}
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
