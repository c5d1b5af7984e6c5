/**
 * Moves everything that starts React (the stylesheet and `<Scripts/>`, at the end of the body) into a template, where nothing loads
 * or runs. A short script moves it back on the first interaction or, with `immediately`, once the page is painted, or where a
 * request has no answer yet.
 * Test: e2e/scripts/hydrate-on-interaction.spec.ts.
 *
 * @returns the document, and the script's source
 */
export function deferHydration(html: string, immediately: boolean): [html: string, script: string] {
  const start = html.indexOf('<link rel="stylesheet"');
  const end = html.lastIndexOf("</body>");
  if (start < 0 || end < start) return [html, ""];
  return [
    `${html.slice(0, start)}<template id="react">${html.slice(start, end)}</template>${html.slice(end)}`,
    `(${hydrateOnInteraction})(${immediately})`,
  ];
}

/** Runs in the browser. Its source is inlined into the page, so it must use nothing outside itself. */
function hydrateOnInteraction(immediately: boolean) {
  const react = document.getElementById("react") as HTMLTemplateElement;
  const interactions = ["pointermove", "pointerdown", "keydown", "focusin", "scroll"];
  const start = () => {
    for (const type of interactions) removeEventListener(type, start, true);
    // In its original place, so that React finds the document that it expects.
    react.replaceWith(react.content);
  };
  if (immediately) requestAnimationFrame(() => setTimeout(start));
  for (const type of interactions) addEventListener(type, start, { capture: true, passive: true });
  // A request that the document before was left with (draft.ts): React says what became of it, and status-line.tsx replaces this.
  // WebKit brings a page back as it was left, without the scripts that were still loading. Test: engines/flow.test.ts.
  window.onpageshow = ({ persisted }) => {
    if (sessionStorage["quote-pending"]) persisted ? location.reload() : start();
  };
  // After a reload, Back to a page that React had rendered changes only the URL while the router does not run: load that page.
  // entry.client.tsx removes this listener. Test: "Back after a reload shows the page of that address".
  const { pathname, search } = location;
  window.onpopstate = () => {
    if (location.pathname !== pathname || location.search !== search) location.reload();
  };
  // When the router starts, it jumps to the URL's #hash again (remix-run/remix#7573) and moves the focus back. So the skip link must
  // not change the URL. Test: e2e/without-a-mouse.spec.ts.
  const skip = document.querySelector(".skip-link") as HTMLAnchorElement;
  skip.onclick = (event) => {
    event.preventDefault();
    const target = document.querySelector<HTMLElement>(skip.hash);
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  };
}
