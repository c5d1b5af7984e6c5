import { Link, type LinkProps, useLocation, useNavigate } from "@remix-run/react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useRequest } from "~/quote/receipt/receipt";

/** Props of a link that closes the modal. Without React it leads to the page behind. */
type CloseLink = Pick<LinkProps, "to" | "aria-disabled" | "onClick">;

/**
 * The modal around the form. The server renders it open, over an inert page; React makes it a modal dialog. Closing it goes back
 * in the history if the previous entry is the page behind (`closeTo`), not `afterSending`: it may be the empty form.
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
  const { sending } = useRequest();
  const closing = useRef(false);
  /** Where the thanks lead, while they are shown. */
  const thanksTo = useRef<string>();
  thanksTo.current = afterSending ? closeTo : undefined;

  const close = () => {
    // A double click must not go back two pages.
    if (closing.current) return;
    closing.current = true;
    // Forward may restore this document from the back/forward cache; its modal must be closable again.
    const reopen = () => {
      closing.current = false;
    };
    addEventListener("pageshow", reopen, { once: true });
    if ((state?.openedInPage || cameFrom(closeTo)) && !afterSending) navigate(-1);
    else navigate(closeTo, { replace: true, preventScrollReset: true });
  };
  const closeLink: CloseLink = {
    to: closeTo,
    "aria-disabled": sending || undefined,
    onClick: (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (!sending) close();
    },
  };

  useLayoutEffect(() => {
    const element = dialog.current;
    // Browsers without dialogs (Safari before 15.4) keep the server's markup.
    if (!element?.showModal) return;
    const before = document.activeElement as HTMLElement;
    // The visitor may have started typing before hydration.
    const typing = element.contains(before);
    element.removeAttribute("open");
    element.showModal();
    (typing ? before : firstFocus(element))?.focus({ preventScroll: true });
    return () => {
      // Back from the thanks: the page behind says that it was sent, as after Close.
      const to = thanksTo.current;
      if (!closing.current && to && new URL(to, location.href).pathname === location.pathname)
        navigate(to, { replace: true, preventScrollReset: true });
      closing.current = true;
      element.close();
      // Until React has committed, the page behind is inert and cannot take the focus.
      queueMicrotask(() => focusBehind(typing ? document.body : before));
    };
  }, [navigate]);

  return (
    <dialog
      open
      id="quote"
      ref={dialog}
      className="quote-dialog"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        if (!sending) close();
      }}
      // Browsers close a dialog at a second Esc even if `cancel` is prevented. The page behind will say what became of the request.
      onClose={close}
    >
      <Link {...closeLink} className="quote-backdrop" aria-hidden="true" tabIndex={-1} />
      <div className="quote-card">{children(closeLink, close)}</div>
    </dialog>
  );
}

/** Whether going back leads to `page`, with its scroll position. False in browsers without the Navigation API. */
function cameFrom(page: string): boolean {
  const { navigation }: Partial<Window> = window;
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url;
  return before != null && new URL(before).pathname === new URL(page, location.href).pathname;
}

/** Focuses what opened the modal; the menu button if that was in the menu; the title if the modal was opened by its URL. */
function focusBehind(opener: HTMLElement): void {
  const title = document.querySelector("h1");
  title?.setAttribute("tabindex", "-1");
  const menuButton = document.querySelector<HTMLElement>(".menu-button");
  [...(opener.matches("body") ? [] : [opener, menuButton]), title].find((element) => {
    element?.focus({ preventScroll: true });
    return element && document.activeElement === element;
  });
}

/** The element with `autofocus`, or the first field, or on touch devices the heading: a field would open the keyboard. */
const firstFocus = (dialog: HTMLElement) =>
  dialog.querySelector<HTMLElement>("[autofocus]") ??
  dialog.querySelector<HTMLElement>(matchMedia("(pointer: fine)").matches ? "input" : "h2");
