import { useEffect, useRef } from "react";
import { useSent } from "~/quote/form/use-sent";
import { useBehindModal } from "~/ui/layout/page";

/** The quiet line that stays after the thank-you message went: a request was sent from here (`?sent=earlier`). */
export function SentLine() {
  const { sent } = useSent();
  const behind = useBehindModal();
  const line = useRef<HTMLParagraphElement>(null);
  const shown = sent === "earlier";
  const shownBefore = useRef(shown);
  // The message that had the focus is gone. A line that came with the document follows no message.
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
