import { useRef } from "react";
import type { Outcome } from "~/quote/outcome";
import { HIDDEN_FIELDS } from "~/quote/request";

/**
 * The id of the request to replace, and the honeypot. Only the stylesheet hides the honeypot: text browsers show it with
 * a label that a person understands, and w3m would ignore a tabindex.
 */
export function HiddenInputs(props: { outcome: Outcome | undefined; id: (name: string) => string }) {
  const { outcome, id } = props;
  // Kept across attempts that never reach the server.
  const replaces = useRef<string>();
  if (outcome) replaces.current = outcome.replaces ?? replaces.current;
  return (
    <>
      {replaces.current ? (
        <input type="hidden" name={HIDDEN_FIELDS.replaces} value={replaces.current} />
      ) : null}
      <div className="leave-empty">
        <label htmlFor={id(HIDDEN_FIELDS.honeypot)}>Leave this field empty</label>
        <input
          type="text"
          id={id(HIDDEN_FIELDS.honeypot)}
          name={HIDDEN_FIELDS.honeypot}
          autoComplete="new-password"
          defaultValue=""
        />
      </div>
    </>
  );
}
