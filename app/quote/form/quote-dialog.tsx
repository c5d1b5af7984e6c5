import { Link, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { useIsomorphicLayoutEffect } from "~/quote/form/use-isomorphic-layout-effect";

/** A close link's attributes. Without React it is a link to the page behind. */
export type CloseLink = {
  to: string;
  "aria-disabled": true | undefined;
  onClick: (event: MouseEvent) => void;
};

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
  /** While a request is on its way the modal stays, or nobody would learn what became of it. */
  const sending = useNavigation().state === "submitting";
  const closing = useRef(false);

  const close = () => {
    // Once: a double click must not go back two pages.
    if (closing.current || sending) return;
    closing.current = true;
    if ((state?.openedInPage || cameFrom(closeTo)) && !afterSending) navigate(-1);
    else navigate(closeTo, { replace: true, preventScrollReset: true });
  };
  const closeLink: CloseLink = {
    to: closeTo,
    "aria-disabled": sending || undefined,
    onClick: (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      close();
    },
  };

  useIsomorphicLayoutEffect(() => {
    const element = dialog.current;
    // Where there are no dialogs (Safari before 15.4) it stays what the server sent.
    if (!element?.showModal) return;
    closing.current = false;
    const before = document.activeElement as HTMLElement | null;
    // Somebody may be typing already when React arrives.
    const typing = element.contains(before);
    element.removeAttribute("open");
    element.showModal();
    (typing ? before : firstFocus(element))?.focus({ preventScroll: true });
    // Going back may have left the document; Forward brings it as it was, and it must close again.
    const back = () => {
      closing.current = false;
    };
    addEventListener("pageshow", back);
    return () => {
      removeEventListener("pageshow", back);
      closing.current = true;
      element.close();
      // The page behind stays inert until React has committed the closing; what is inert takes no focus.
      queueMicrotask(() => focusBehind(typing ? null : before));
    };
  }, []);

  return (
    <dialog
      open
      id="quote"
      ref={dialog}
      className="quote-dialog"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // A second Esc closes a dialog whatever it says to the first.
      onClose={() => {
        if (sending) dialog.current?.showModal();
        else close();
      }}
    >
      <Link {...closeLink} className="quote-backdrop" aria-hidden="true" tabIndex={-1} />
      <div className="quote-card">{children(closeLink, close)}</div>
    </dialog>
  );
}

/**
 * Whether the entry before this one in the tab's history is the page behind: it was opened before React ran there, as
 * a document of its own. Going back then shows that page where it was left. Browsers that cannot tell go to it anew.
 */
function cameFrom(page: string): boolean {
  const { navigation } = window as { navigation?: TabHistory };
  const before = navigation?.entries()[navigation.currentEntry.index - 1];
  return before !== undefined && new URL(before.url).pathname === new URL(page, location.href).pathname;
}

/** The part of the Navigation API that is used; TypeScript does not know it yet. */
type TabHistory = { currentEntry: { index: number }; entries(): { url: string }[] };

/** Back to what opened the modal; if that cannot take the focus (it stood in the menu panel), to the menu or the page. */
function focusBehind(opener: HTMLElement | null): void {
  for (const element of [
    opener,
    document.querySelector<HTMLElement>(".menu-button"),
    document.getElementById("main"),
  ]) {
    element?.focus({ preventScroll: true });
    if (element && document.activeElement === element) return;
  }
}

/** What the server marked for focus; else the first field, but not where that would raise a phone's keyboard. */
function firstFocus(dialog: HTMLElement): HTMLElement | null {
  const marked = dialog.querySelector<HTMLElement>("[autofocus]");
  if (marked) return marked;
  return dialog.querySelector<HTMLElement>(matchMedia("(pointer: fine)").matches ? "input" : "h2");
}
