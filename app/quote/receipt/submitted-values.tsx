import { useEffect, useState } from "react";
import { FIELD_NAMES, FIELDS, type QuoteValues } from "~/quote/fields";
import { projectTypeLabel } from "~/quote/project-types";

/** In memory only: a reload forgets it. */
let lastSubmitted: { receiptToken: string; values: QuoteValues } | undefined;

/** Keeps the values of an accepted request until its success message is gone. */
export function keepSubmittedValues(receiptToken: string, values: QuoteValues): void {
  lastSubmitted = { receiptToken, values };
}

function forgetSubmittedValues(): void {
  lastSubmitted = undefined;
}

/** The submitted values below the success message. Empty if another tab or document submitted them. */
export function SubmittedValues({ receiptToken, onOpen }: { receiptToken: string; onOpen: () => void }) {
  const [copy] = useState(() =>
    lastSubmitted?.receiptToken === receiptToken ? lastSubmitted.values : undefined,
  );
  useEffect(() => forgetSubmittedValues, []);
  if (!copy) return null;
  const shown = { ...copy, projectType: projectTypeLabel(copy.projectType) };
  return (
    <details className="submitted-values" onToggle={onOpen}>
      <summary>What you sent</summary>
      <dl>
        {FIELD_NAMES.filter((name) => shown[name]).map((name) => (
          <div key={name}>
            <dt>{FIELDS[name].summaryLabel}</dt>
            <dd>{shown[name]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
