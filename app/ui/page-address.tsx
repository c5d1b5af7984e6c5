import { useLocation, useSearchParams } from "@remix-run/react";
import { MESSAGE_MS } from "~/quote/use-message-time";
import { isPage } from "~/site/pages";
import { closeHref, isQuotePath, pageBehind } from "~/site/quote-path";

/**
 * What the head says of the address: the page behind a modal is its canonical one, and neither modals nor pages that
 * tell of a request are for search engines. Without JavaScript a thank-you message closes itself by the refresh.
 */
export function PageAddress({ siteOrigin }: { siteOrigin: string | undefined }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const page = pageBehind(pathname);
  const hidden = isQuotePath(pathname) || search.has("sent") || !isPage(page);
  const sentHere = search.get("sent") === "1" && (isQuotePath(pathname) || page === "/contact");
  return (
    <>
      {siteOrigin && isPage(page) ? <link rel="canonical" href={`${siteOrigin}${page}`} /> : null}
      {hidden ? <meta name="robots" content="noindex" /> : null}
      {sentHere ? (
        <noscript>
          <meta
            httpEquiv="refresh"
            content={`${MESSAGE_MS / 1000}; url=${closeHref(pathname, search.get("service") ?? "", true)}`}
          />
        </noscript>
      ) : null}
    </>
  );
}
