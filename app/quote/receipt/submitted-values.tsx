import { useEffect, useState } from "react";
import { FIELD_NAMES, FIELDS, type QuoteValues } from "~/quote/fields";
import { projectTypeLabel } from "~/quote/project-types";

/** What was sent last, in this document alone. */
let lastSubmitted: { receiptToken: string | null; values: QuoteValues } | undefined;

/** Keeps what was typed until the thanks are gone. `mark`: of the accepted request. */
export function keepSubmittedValues(receiptToken: string | null, values: QuoteValues): void {
  lastSubmitted = { receiptToken, values };
}

function forgetSubmittedValues(): void {
  lastSubmitted = undefined;
}

/** Under the thanks: what was sent, to read, print or copy. Nothing where another tab, or no script, has sent it. */
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
