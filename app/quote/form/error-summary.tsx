import { useEffect, useRef } from "react";
import { FIELDS, type QuoteErrors } from "~/quote/request";

/**
 * What keeps the form from being sent, each fault a link to its field. It takes the focus each time sending was
 * refused: by React, or without it by `autofocus`. After GOV.UK's error summary.
 *
 * @param errors why sending was refused, less what was mended since; none shows nothing
 * @param refusals how often it was
 * @param id the document's id of a field
 */
export function ErrorSummary(props: { errors: QuoteErrors; refusals: number; id: (name: string) => string }) {
  const { errors, refusals, id } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals === 0) return;
    // Its beginning first: in a low window it is higher than what is seen, and focus alone would show its middle.
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView();
  }, [refusals]);
  const faulty = FIELDS.filter((name) => errors[name]);
  if (faulty.length === 0) return null;
  return (
    <div className="error-summary" ref={box} tabIndex={-1} autoFocus>
      <div role="alert">
        <h3>There is a problem</h3>
        <ul>
          {faulty.map((name) => (
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
