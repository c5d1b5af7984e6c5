import { Outlet, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { isQuotePath } from "~/site/quote-urls";

/** `inert=""` on what lies behind an open quote modal. React does it through `showModal`; the server has only this. */
export const useBehindModal = () => (isQuotePath(useLocation().pathname) ? { inert: "" as const } : {});

/** Whether a page has been shown in this document: the first one a browser tells of itself. */
let arrived = false;

/**
 * Puts the focus on the title of a page that React shows in place of another, or on what its address points at: the
 * document stays, so no browser tells who listens that anything happened. A modal over a page has its own focus.
 */
export function useRouteFocus(): void {
  useEffect(() => {
    if (arrived) {
      const target = document.getElementById(location.hash.slice(1)) ?? document.querySelector("h1");
      target?.setAttribute("tabindex", "-1");
      target?.focus({ preventScroll: true });
    }
    arrived = true;
  }, []);
}

/** A page: its main content and, over it, the quote modal if the address asks for it. */
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
