import { Link, useLocation, useNavigate } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";

/** React warns of layout effects on the server, where there is nothing to lay out. */
const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** A close link's attributes. Without React it is a link to the page behind. */
export type CloseLink = { to: string; replace: true; onClick: (event: MouseEvent) => void };

/**
 * The modal around the form. The server sends it open over an inert page, with links that close it; where React runs
 * it becomes a true modal dialog, closed by Esc and going back where it was opened from.
 *
 * @param closeTo the page behind
 * @param afterSending closing must then lead to `closeTo`, not back to the empty form
 */
export function QuoteDialog(props: {
  label: string;
  closeTo: string;
  afterSending: boolean;
  children: (closeLink: CloseLink, close: () => void) => ReactNode;
}) {
  const { label, closeTo, afterSending, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { state } = useLocation();

  const close = () => {
    if (state?.openedInPage && !afterSending) navigate(-1);
    else navigate(closeTo, { replace: true, preventScrollReset: true });
  };
  const closeLink: CloseLink = {
    to: closeTo,
    replace: true,
    onClick: (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      close();
    },
  };

  useBrowserLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    element.removeAttribute("open");
    element.showModal();
    firstFocus(element)?.focus({ preventScroll: true });
    return () => {
      element.close();
      // The page behind stays inert until React has committed the closing; an inert opener takes no focus.
      queueMicrotask(() => {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      });
    };
  }, []);

  return (
    <dialog
      open
      ref={dialog}
      className="quote-dialog"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <Link {...closeLink} className="quote-backdrop" aria-hidden="true" tabIndex={-1} />
      <div className="quote-card">{children(closeLink, close)}</div>
    </dialog>
  );
}

/** What the server marked for focus; else the first field, but not where that would raise a phone's keyboard. */
function firstFocus(dialog: HTMLElement): HTMLElement | null {
  const marked = dialog.querySelector<HTMLElement>("[autofocus]");
  if (marked) return marked;
  return dialog.querySelector<HTMLElement>(matchMedia("(pointer: fine)").matches ? "input" : "h2");
}
