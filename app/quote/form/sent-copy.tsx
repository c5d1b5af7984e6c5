import { useEffect, useState } from "react";
import { FIELD_NAMES, FIELDS, type QuoteValues } from "~/quote/fields";
import { projectTypeLabel } from "~/quote/project-types";

/** What was sent last, in this document alone. */
let kept: { mark: string | null; values: QuoteValues } | undefined;

/** Keeps what was typed until the thanks are gone. `mark`: of the accepted request. */
export function keepCopy(mark: string | null, values: QuoteValues): void {
  kept = { mark, values };
}

function forgetCopy(): void {
  kept = undefined;
}

/** Under the thanks: what was sent, to read, print or copy. Nothing where another tab, or no script, has sent it. */
export function SentCopy({ mark, onOpen }: { mark: string; onOpen: () => void }) {
  const [copy] = useState(() => (kept?.mark === mark ? kept.values : undefined));
  useEffect(() => forgetCopy, []);
  if (!copy) return null;
  const shown = { ...copy, projectType: projectTypeLabel(copy.projectType) };
  return (
    <details className="sent-copy" onToggle={onOpen}>
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
