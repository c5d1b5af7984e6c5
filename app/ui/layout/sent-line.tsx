import { useEffect, useRef } from "react";
import { useSent } from "~/site/quote-urls";
import { useBehindModal } from "~/ui/layout/page";

/** Confirms an accepted request after its success message is gone (`?sent=earlier`). */
export function SentLine() {
  const shown = useSent().sent === "earlier";
  const behind = useBehindModal();
  const line = useRef<HTMLParagraphElement>(null);
  const shownBefore = useRef(shown);
  // Take over the focus of the success message, but only if there was one in this document.
  useEffect(() => {
    if (shown && !shownBefore.current && document.activeElement === document.body)
      line.current?.focus({ preventScroll: true });
    shownBefore.current = shown;
  }, [shown]);
  if (!shown) return null;
  return (
    <p className="sent-line" role="status" tabIndex={-1} ref={line} {...behind}>
      Your quote request was sent. We'll get back to you as soon as we can.
    </p>
  );
}
