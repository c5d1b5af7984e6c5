import { INLINE_NONCE } from "~/document/content-security-policy.server";

/**
 * Puts everything that starts React, which `<Scripts/>` writes at the end of the body, into a template: there it loads
 * and runs nothing. A short script takes it out: on the first interaction or, with `atOnce`, when the page is painted.
 * Test: e2e/scripts/hydrate-on-interaction.spec.ts.
 */
export function deferHydration(html: string, atOnce: boolean): string {
  const start = html.indexOf('<link rel="stylesheet"');
  const end = html.lastIndexOf("</body>");
  if (start < 0 || end < start) return html;
  return `${html.slice(0, start)}<template id="react">${html.slice(start, end)}</template><script nonce="${INLINE_NONCE}">(${hydrateOnInteraction})(${atOnce})</script>${html.slice(end)}`;
}

/** Runs in the browser, from the text of this very function: it must use nothing from outside itself. */
function hydrateOnInteraction(atOnce: boolean) {
  const react = document.getElementById("react") as HTMLTemplateElement;
  const interactions = ["pointermove", "pointerdown", "keydown", "focusin", "scroll"];
  const start = () => {
    for (const type of interactions) removeEventListener(type, start, true);
    // Back in its old place, so that React finds the document as it was rendered.
    react.replaceWith(react.content);
  };
  if (atOnce) requestAnimationFrame(() => setTimeout(start));
  for (const type of interactions) addEventListener(type, start, { capture: true, passive: true });
  // After a reload, Back may lead to a page that React had shown in this document: only the URL changes then, until
  // entry.client.tsx hands Back and Forward to the router. Test: "Back after a reload shows the page of that address".
  const { pathname, search } = location;
  window.onpopstate = () => {
    if (location.pathname !== pathname || location.search !== search) location.reload();
  };
  // The router makes the browser's own jump to a #place again, later (remix-run/remix#7573), and takes the focus back
  // from anyone who has pressed Tab. So the skip link adds no history entry. Test: e2e/without-a-mouse.spec.ts.
  const skip = document.querySelector(".skip-link") as HTMLAnchorElement;
  skip.onclick = (event) => {
    event.preventDefault();
    const target = document.querySelector<HTMLElement>(skip.hash);
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  };
}
