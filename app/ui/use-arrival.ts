import { useEffect } from "react";

/** Whether a page has been shown in this document: the first one a browser tells of itself. */
let arrived = false;

/**
 * Puts the focus on the title of a page that React shows in place of another, or on what its address points at: the
 * document stays, so no browser tells who listens that anything happened. A modal over a page has its own focus.
 */
export function useArrival(): void {
  useEffect(() => {
    if (arrived) {
      const target = document.getElementById(location.hash.slice(1)) ?? document.querySelector("h1");
      target?.setAttribute("tabindex", "-1");
      target?.focus({ preventScroll: true });
    }
    arrived = true;
  }, []);
}
