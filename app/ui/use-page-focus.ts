import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { pageBehind } from "~/site/quote-path";

/**
 * Puts the focus on the title of a page that React shows in place of another, or on what its address points at: the
 * document stays, so no browser tells who listens that anything happened. A modal has its own focus.
 */
export function usePageFocus(): void {
  const { pathname, hash } = useLocation();
  const page = pageBehind(pathname);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const target = document.getElementById(hash.slice(1)) ?? document.querySelector<HTMLElement>("h1");
    target?.setAttribute("tabindex", "-1");
    target?.focus({ preventScroll: true });
  }, [page, hash]);
}
