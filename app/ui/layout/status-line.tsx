import { useEffect, useRef, useState } from "react";
import { useReceipt } from "~/quote/receipt/receipt";
import { useBehindModal } from "~/ui/layout/page";

/** Delay in milliseconds: screen readers announce a change only in a live region that they already know. */
const PAUSE_MS = 300;

/** Confirms an accepted request after its success message is gone (`?sent=earlier`). Otherwise empty. */
export function StatusLine() {
  const shown = useReceipt().sentParam === "earlier";
  const behind = useBehindModal();
  const line = useRef<HTMLParagraphElement>(null);
  const [announced, setAnnounced] = useState(shown);
  useEffect(() => {
    if (shown === announced) return;
    const timer = setTimeout(() => {
      setAnnounced(shown);
      // The focus was in the success message, which is gone, or is on the title if the modal was opened by its URL.
      if (shown && document.activeElement?.matches("body, h1")) line.current?.focus({ preventScroll: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [shown, announced]);
  const isVisible = shown && announced;
  return (
    <p className={isVisible ? "status-line" : undefined} role="status" tabIndex={-1} ref={line} {...behind}>
      {isVisible ? "Your quote request was sent. We'll get back to you as soon as we can." : null}
    </p>
  );
}
