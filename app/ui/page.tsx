import { Outlet, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { isQuotePath } from "~/site/quote-path";
import { useArrival } from "~/ui/use-arrival";

/** `inert=""` on what lies behind an open quote modal. React does it through `showModal`; the server has only this. */
export const useBehindModal = () => (isQuotePath(useLocation().pathname) ? { inert: "" as const } : {});

/** A page: its main content and, over it, the quote modal if the address asks for it. */
export function Page({ className, children }: { className?: string; children: ReactNode }) {
  useArrival();
  return (
    <>
      <main id="main" tabIndex={-1} className={className} {...useBehindModal()}>
        {children}
      </main>
      <Outlet />
    </>
  );
}
