import { Link, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { readPending } from "~/quote/form/draft";
import { FailureLine } from "~/quote/form/messages";
import { QuoteLink } from "~/quote/form/quote-link";
import { isHeld, SENT } from "~/quote/outcome";
import { rememberReceipt, useReceipt, useRequest } from "~/quote/receipt/receipt";
import { useBehindModal } from "~/ui/layout/page";
import { hasForm } from "~/urls/quote-urls";

/** Delay in milliseconds: screen readers announce a change only in a live region that they already know. */
const PAUSE_MS = 300;

/**
 * Confirms an accepted request after its success message is gone (`?sent=earlier`), or, on a page without the form, says that a
 * request was not sent. Otherwise empty. Also takes an accepted request to the page where the visitor has gone meanwhile, and
 * sends one again that the document before was left with.
 */
export function StatusLine() {
  const { pathname, search } = useLocation();
  const { submit, sending, answered, outcome } = useRequest();
  const navigate = useNavigate();
  const isIdle = useNavigation().state === "idle";
  const resume = useRef(() => {});
  resume.current = () => {
    const pending = sending ? null : readPending();
    if (pending) submit(pending.values, { method: "post", action: pending.action });
  };
  // The server knows one that had arrived, and answers it alike.
  useEffect(() => {
    resume.current();
    window.onpageshow = () => resume.current();
  }, []);
  useEffect(() => {
    const receiptToken = answered?.kind === "sent" ? answered.receiptToken : undefined;
    if (!isIdle || !receiptToken || !rememberReceipt(receiptToken)) return;
    const query = new URLSearchParams(search);
    query.set("sent", hasForm(pathname) ? "1" : "earlier");
    query.set("mark", receiptToken);
    navigate(`?${query}`, { replace: true, preventScrollReset: true });
  }, [answered, isIdle, pathname, search, navigate]);

  const failed = hasForm(pathname) ? undefined : outcome;
  const isSent = useReceipt().sentParam === "earlier";
  const isSending = sending && !hasForm(pathname);
  const shown = isSending ? "sending" : (failed ?? isSent);
  const line = useRef<HTMLDivElement>(null);
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
  const isVisible = shown && shown === announced;
  return (
    <div
      className={isVisible ? "status-line" : undefined}
      role="status"
      tabIndex={-1}
      ref={line}
      {...useBehindModal()}
    >
      {!isVisible ? null : isSending ? (
        <p key="sending">Your quote request is being sent...</p>
      ) : failed ? (
        <>
          <FailureLine outcome={failed} />
          {isHeld(failed) ? null : <QuoteLink>Open the form</QuoteLink>}
        </>
      ) : (
        <>
          <p>{SENT}</p>
          <Link to={pathname} replace preventScrollReset>
            Close
          </Link>
        </>
      )}
    </div>
  );
}
