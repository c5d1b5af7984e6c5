import { Link, useLocation } from "@remix-run/react";
import { Fragment, useEffect, useRef } from "react";
import { QuoteLink } from "~/quote/form/quote-link";
import { useBusiness } from "~/root-data";
import { useBehindModal } from "~/ui/layout/page";
import { MAIN_PAGES } from "~/urls/pages";
import { backgroundPath } from "~/urls/quote-urls";

/**
 * The fixed bar at the top. Below 1000 px its links are a popover, which works without JavaScript. Browsers without popovers show
 * the links below the bar.
 */
export function TopBar() {
  const { name, phone, phoneHref } = useBusiness();
  const menu = useRef<HTMLElement>(null);
  const { key, pathname } = useLocation();
  const page = backgroundPath(pathname);
  // Close the menu after a client-side navigation.
  const openedAt = useRef(key);
  useEffect(() => {
    if (openedAt.current !== key) menu.current?.hidePopover?.();
    openedAt.current = key;
  }, [key]);
  return (
    <header className="top-bar" {...useBehindModal()}>
      <Link to="/" className="brand">
        <img src="/logo-mark.svg" alt="" width={40} height={40} />
        {name}
      </Link>
      <button type="button" className="menu-button" popovertarget="menu" aria-label="Menu">
        <span aria-hidden="true" />
      </button>
      <nav
        id="menu"
        className="menu"
        popover="auto"
        ref={menu}
        aria-label="Main"
        // Closes when the focus leaves the menu and its button, so that nothing focused is hidden below it.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.parentElement?.contains(relatedTarget))
            currentTarget.hidePopover?.();
        }}
      >
        {MAIN_PAGES.map(({ path, label }) => (
          <Fragment key={path}>
            <Link to={path} aria-current={path === page ? "page" : undefined}>
              {label}
            </Link>{" "}
          </Fragment>
        ))}
        <a href={phoneHref} onClick={() => menu.current?.hidePopover?.()}>
          <span className="in-panel">Call Now </span>
          {phone}
        </a>{" "}
        <QuoteLink className="button">Get Quote</QuoteLink>
      </nav>
    </header>
  );
}
