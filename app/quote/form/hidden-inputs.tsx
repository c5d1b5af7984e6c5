import { useRef } from "react";
import { HIDDEN_FIELDS } from "~/quote/hidden-fields";
import type { Outcome } from "~/quote/outcome";

/**
 * What the form sends along unseen. The honeypot is hidden by the stylesheet alone: text browsers show it, so its label
 * tells a person what to do, and nothing has to be taken out of the tab order, where w3m would not leave it.
 */
export function HiddenInputs({
  outcome,
  id,
}: {
  outcome: Outcome | undefined;
  id: (name: string) => string;
}) {
  // A request that failed stays the one to replace, also when the next try never reaches the server.
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
