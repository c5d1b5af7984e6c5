import { OWN_SCRIPT } from "~/document/content-security-policy.server";
import { isQuotePath } from "~/site/quote-urls";

/** Pages that hold a form hydrate once they are painted; every other page waits for its visitor's first sign. */
export const holdsForm = (pathname: string) => pathname === "/contact" || isQuotePath(pathname);

/**
 * Puts all that starts React on a page, which `<Scripts/>` writes at the end of the body, into a template: there it is
 * text that loads nothing and runs nothing. A short script takes it out on the visitor's first sign, or, where the page
 * holds a form, as soon as it is painted.
 *
 * @param form whether the page holds a form
 */
export function deferHydration(html: string, form: boolean): string {
  const start = html.indexOf('<link rel="modulepreload"');
  const end = html.lastIndexOf("</body>");
  if (start < 0 || end < start) return html;
  return `${html.slice(0, start)}<template id="react">${html.slice(start, end)}</template><script nonce="${OWN_SCRIPT}">(${hydrateOnInteraction})(${form})</script>${html.slice(end)}`;
}

/** Runs in the browser, from the text of this very function: it must use nothing from outside itself. */
function hydrateOnInteraction(form: boolean) {
  const react = document.getElementById("react") as HTMLTemplateElement;
  const signs = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin", "scroll"];
  const start = () => {
    for (const sign of signs) removeEventListener(sign, start, true);
    // Back in its old place, so that React finds the document as it was rendered.
    react.replaceWith(react.content);
  };
  if (form) requestAnimationFrame(() => setTimeout(start));
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
  // After a reload, Back may lead to a page that React had shown in this document: the address changes, nothing else.
  const { pathname, search } = location;
  window.onpopstate = () => {
    if (location.pathname !== pathname || location.search !== search) location.reload();
  };
  // The router hears of the browser's own jump to a place on the page and makes it again a moment later, the later the
  // slower the machine: whoever pressed Tab meanwhile would be thrown back. So the skip link makes no entry for it.
  const skip = document.querySelector(".skip-link") as HTMLAnchorElement;
  skip.onclick = (event) => {
    event.preventDefault();
    const target = document.querySelector<HTMLElement>(skip.hash);
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  };
}
