import { Outlet, useLocation, useNavigationType } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { isQuotePath } from "~/urls/quote-urls";

/** `inert` for everything behind an open modal. In the browser `showModal` does the same; the server has only this. */
export const useBehindModal = () => (isQuotePath(useLocation().pathname) ? { inert: "" as const } : {});

/** The key of the last navigation. The browser itself announces the first page of a document. */
let shown: string | undefined;

/**
 * After a client-side navigation, focuses the element that the hash names, or else a new page's title, so that screen
 * readers announce it. After Back and Forward: the first heading in the window, because the browser has restored the
 * scroll position. A modal manages its own focus.
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

/** A page's main content, and the quote modal over it if the URL asks for one. */
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

/** To the main content or, where a modal is open, to its form, which comes last in text browsers. */
export function SkipLink() {
  const behind = useBehindModal();
  const modal = "inert" in behind;
  return (
    <a className="skip-link" href={modal ? "#quote" : "#main"} {...behind}>
      {`Skip to ${modal ? "form" : "content"}`}
    </a>
  );
}
