import { Link, type LinkProps, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
import { useIsomorphicLayoutEffect } from "~/quote/form/use-isomorphic-layout-effect";

/** The attributes of a link that closes the modal. Without React it is a link to the page behind. */
type CloseLink = Pick<LinkProps, "to" | "aria-disabled" | "onClick">;

/**
 * The modal around the form. The server renders it open, over an inert page. React turns it into a modal dialog, which
 * closes on Esc and goes back to where it was opened.
 *
 * @param closeTo the page behind
 * @param afterSending closing must lead to `closeTo`, not back to the empty form
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
  /** The modal stays open while sending, to show the result. */
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
    // Browsers without dialogs (Safari before 15.4) keep what the server sent.
    if (!element?.showModal) return;
    const before = document.activeElement as HTMLElement;
    // The visitor may be typing already when React hydrates.
    const typing = element.contains(before);
    element.removeAttribute("open");
    element.showModal();
    (typing ? before : firstFocus(element))?.focus({ preventScroll: true });
    // After leaving the document, Forward restores it with the modal, which must close again.
    const onPageShow = () => {
      closing.current = false;
    };
    addEventListener("pageshow", onPageShow);
    return () => {
      removeEventListener("pageshow", onPageShow);
      closing.current = true;
      element.close();
      // The page behind is inert, and takes no focus, until React has committed.
      queueMicrotask(() => focusBehind(typing ? document.body : before));
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
      // A second Esc closes a dialog even if the first was canceled.
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
 * Whether the previous history entry is the page behind, so that going back restores it with its scroll position. False
 * in browsers without the Navigation API.
 */
function cameFrom(page: string): boolean {
  const { navigation }: Partial<Window> = window;
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url;
  return before != null && new URL(before).pathname === new URL(page, location.href).pathname;
}

/** Focuses what opened the modal, the menu button if that was in the menu, or the title if the modal came by its URL. */
function focusBehind(opener: HTMLElement): void {
  const title = document.querySelector("h1");
  title?.setAttribute("tabindex", "-1");
  const menuButton = document.querySelector<HTMLElement>(".menu-button");
  [...(opener.matches("body") ? [] : [opener, menuButton]), title].find((element) => {
    element?.focus({ preventScroll: true });
    return element && document.activeElement === element;
  });
}

/** What the server marked for focus, else the first field, or the heading where a field would open a phone's keyboard. */
const firstFocus = (dialog: HTMLElement) =>
  dialog.querySelector<HTMLElement>("[autofocus]") ??
  dialog.querySelector<HTMLElement>(matchMedia("(pointer: fine)").matches ? "input" : "h2");
