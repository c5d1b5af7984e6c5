import { useEffect, useRef, useState } from "react";
import { useSent } from "~/site/sent";
import { useBehindModal } from "~/ui/layout/page";

/** How long after the modal the words come, in milliseconds. Screen readers announce them only in a region they know. */
const PAUSE_MS = 300;

/** Confirms an accepted request after its success message is gone (`?sent=earlier`). Empty on all other pages. */
export function SentLine() {
  const shown = useSent().sent === "earlier";
  const behind = useBehindModal();
  const line = useRef<HTMLParagraphElement>(null);
  const [told, setTold] = useState(shown);
  useEffect(() => {
    if (shown === told) return;
    const timer = setTimeout(() => {
      setTold(shown);
      // Take over the focus of the success message, which the title has where the modal came by its URL.
      if (shown && document.activeElement?.matches("body, h1")) line.current?.focus({ preventScroll: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [shown, told]);
  const said = shown && told;
  return (
    <p className={said ? "sent-line" : undefined} role="status" tabIndex={-1} ref={line} {...behind}>
      {said ? "Your quote request was sent. We'll get back to you as soon as we can." : null}
    </p>
  );
}
