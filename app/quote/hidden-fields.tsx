import { useRef } from "react";
import { HIDDEN_FIELDS } from "~/quote/hidden-values";
import type { Outcome } from "~/quote/outcome";
import { useSiteFacts } from "~/site/business";

/**
 * What the form sends along unseen. The trap is hidden by the stylesheet alone: text browsers show it, so its label
 * tells a person what to do, and nothing has to be taken out of the tab order, where w3m would not leave it.
 */
export function HiddenFields({
  outcome,
  restored,
  id,
}: {
  outcome: Outcome | undefined;
  /** The form came back with a draft, which can be sent at once. */
  restored: boolean;
  id: (name: string) => string;
}) {
  const served = useSiteFacts()?.served;
  // A request that failed stays the one to replace, also when the next try never reaches the server.
  const replaces = useRef<string>();
  if (outcome) replaces.current = outcome.replaces ?? replaces.current;
  return (
    <>
      {replaces.current ? (
        <input type="hidden" name={HIDDEN_FIELDS.replaces} value={replaces.current} />
      ) : null}
      {/* Only where everything has yet to be typed: a second try, or a draft, may well come at once. */}
      {served && !outcome && !restored ? (
        <input type="hidden" name={HIDDEN_FIELDS.served} value={served} />
      ) : null}
      <div className="trap">
        <label htmlFor={id(HIDDEN_FIELDS.trap)}>Leave this field empty</label>
        <input
          type="text"
          id={id(HIDDEN_FIELDS.trap)}
          name={HIDDEN_FIELDS.trap}
          autoComplete="new-password"
          defaultValue=""
        />
      </div>
    </>
  );
}
