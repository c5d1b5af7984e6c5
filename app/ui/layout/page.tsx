import { Outlet, useLocation, useNavigationType } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { isQuotePath } from "~/urls/quote-urls";

/** `inert`, for everything behind an open modal. For documents without React; `showModal` does the same. */
export const useBehindModal = () => (isQuotePath(useLocation().pathname) ? { inert: "" as const } : {});

/** The key of the last navigation; undefined for the first page of a document, which the browser itself announces. */
let shown: string | undefined;

/**
 * After a client-side navigation, focuses the target of the hash or, on a new page, the first heading in the window, so that screen
 * readers announce it: its title or, after Back and Forward, a heading at the restored scroll position. A modal manages its own
 * focus.
 */
export function useRouteFocus(): void {
  const { hash, key } = useLocation();
  const isReturn = useNavigationType() === "POP";
  const isNew = useRef(true);
  useEffect(() => {
    if (shown && shown !== key) {
      const headings = isNew.current ? document.querySelectorAll<HTMLElement>("h1, h2, h3") : [];
      const target =
        (!isReturn && document.getElementById(hash.slice(1))) ||
        [...headings].find((heading) => heading.getBoundingClientRect().top >= 0);
      target?.setAttribute("tabindex", "-1");
      target?.focus({ preventScroll: true });
    }
    shown = key;
    isNew.current = false;
  }, [hash, key, isReturn]);
}

/** A page's main content, and the modal over it if the URL has one. */
export function Page({ children }: { children: ReactNode }) {
  useRouteFocus();
  return (
    <>
      <main id="main" tabIndex={-1} {...useBehindModal()}>
        {children}
      </main>
      <Outlet />
    </>
  );
}

/** Skips to the main content, or to the form of an open modal, which comes last in the document. */
export function SkipLink() {
  const behind = useBehindModal();
  const modal = "inert" in behind;
  return (
    <a className="skip-link" href={modal ? "#quote" : "#main"} {...behind}>
      {`Skip to ${modal ? "form" : "content"}`}
    </a>
  );
}
