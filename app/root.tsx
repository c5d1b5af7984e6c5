import type { MetaFunction, ShouldRevalidateFunction } from "@remix-run/react";
import {
  isRouteErrorResponse,
  LiveReload,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { ERROR_PAGE, NOT_FOUND } from "~/contractor/shared";
import { INLINE_NONCE } from "~/document/content-security-policy.server";
import { css } from "~/document/inline-css.server";
import { makeModulesDeploySafe } from "~/hydration/deploy-safe-modules";
import { readReceipt } from "~/quote/receipt/receipt";
import { loader } from "~/root.server";
import { useRootData } from "~/root-data";
import sheetHref from "~/styles/index.css";
import { ServerOnlyHead } from "~/ui/head/server-only-head.server";
import { BottomBar } from "~/ui/layout/bottom-bar";
import { ErrorPage } from "~/ui/layout/error-page";
import { Footer } from "~/ui/layout/footer";
import { Notice } from "~/ui/layout/notice";
import { SkipLink } from "~/ui/layout/page";
import { StatusLine } from "~/ui/layout/status-line";
import { TopBar } from "~/ui/layout/top-bar";
import { fullTitle, isPage } from "~/urls/pages";
import { backgroundPath, titleOf } from "~/urls/quote-urls";

export { loader };

/** For all routes: none has its own `meta`. */
export const meta: MetaFunction<typeof loader> = ({ data, error, location: { pathname, search } }) => {
  const thanks = readReceipt(search, data?.receiptToken).sentParam === "1";
  const title = error ? errorTextOf(error).title : titleOf(pathname, thanks);
  return [{ title: fullTitle(title, data?.business.name) }];
};

/**
 * The inline styles. In the browser, those that the server sent: if React re-creates the document (after an extension changed
 * it), the policy must still allow them.
 */
const inlined =
  typeof document === "undefined" ? css : (document.querySelector("style[data-site]")?.textContent ?? "");

/** The data does not change during a visit, so no navigation loads it again. */
export const shouldRevalidate: ShouldRevalidateFunction = () => false;

/** The document around every page, error pages included. */
export function Layout({ children }: { children: ReactNode }) {
  const rootData = useRootData();
  const page = backgroundPath(useLocation().pathname);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        {/* For a modal, the page behind. Also rendered in the browser, because a phone's Share button uses it. */}
        {rootData?.siteOrigin && isPage(page) ? (
          <link rel="canonical" href={rootData.siteOrigin + page} />
        ) : null}
        <style data-site nonce={INLINE_NONCE} dangerouslySetInnerHTML={{ __html: inlined }} />
        {typeof document === "undefined" ? <ServerOnlyHead /> : null}
      </head>
      <body>
        <SkipLink />
        {rootData ? <TopBar /> : null}
        {rootData ? <StatusLine /> : null}
        <Notice />
        {children}
        {rootData ? <Footer /> : null}
        {rootData ? <BottomBar /> : null}
        <ScrollRestoration nonce={INLINE_NONCE} />
        {/* The whole stylesheet, deferred with the scripts: see defer-hydration.server.ts. */}
        <link rel="stylesheet" href={sheetHref} />
        <Scripts nonce={INLINE_NONCE} />
        <LiveReload nonce={INLINE_NONCE} />
      </body>
    </html>
  );
}

export default function App() {
  useEffect(makeModulesDeploySafe, []);
  return <Outlet />;
}

const errorTextOf = (error: unknown) =>
  isRouteErrorResponse(error) && error.status === 404 ? NOT_FOUND : ERROR_PAGE;

/** Loads the document of a page that failed after a client-side navigation: a deploy may have changed the shape of its data. */
function loadDocument(): void {
  const [loaded] = performance.getEntriesByType("navigation");
  const { pathname, search } = new URL(loaded?.name ?? location.href);
  if (pathname + search === location.pathname + location.search) return;
  // If the server can't be reached, keep our error page: it has the phone number.
  fetch(location.href, { method: "HEAD" }).then(
    ({ ok }) => ok && location.reload(),
    () => {},
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  useEffect(() => {
    if (!isRouteErrorResponse(error)) loadDocument();
  }, [error]);
  return <ErrorPage {...errorTextOf(error)} />;
}
