import { Outlet, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { isQuotePath } from "~/site/quote-urls";

/** `inert` for everything behind an open modal. In the browser `showModal` does the same; the server has only this. */
export const useBehindModal = () => (isQuotePath(useLocation().pathname) ? { inert: "" as const } : {});

/** The browser itself announces the first page of a document. */
let firstPage = true;

/**
 * After a client-side page change, focuses the target of the hash or else the title, so that screen readers announce
 * the page. A modal manages its own focus.
 */
export function useRouteFocus(): void {
  useEffect(() => {
    if (!firstPage) {
      const target = document.getElementById(location.hash.slice(1)) ?? document.querySelector("h1");
      target?.setAttribute("tabindex", "-1");
      target?.focus({ preventScroll: true });
    }
    firstPage = false;
  }, []);
}

/** A page's main content, and the quote modal over it if the URL asks for one. */
export function Page({ className, children }: { className?: string; children: ReactNode }) {
  useRouteFocus();
  return (
    <>
      <main id="main" tabIndex={-1} className={className} {...useBehindModal()}>
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
      Skip to {modal ? "form" : "content"}
    </a>
  );
}
