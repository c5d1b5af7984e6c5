import { useLocation, useSearchParams } from "@remix-run/react";
import { isPage } from "~/site/pages";
import { isQuotePath, pageBehind } from "~/site/quote-path";

/**
 * What the head says of the address: the page behind a modal is its canonical one, and neither modals nor pages that
 * tell of a request are for search engines.
 */
export function PageAddress({ siteOrigin }: { siteOrigin: string | undefined }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const page = pageBehind(pathname);
  const hidden = isQuotePath(pathname) || search.has("sent") || !isPage(page);
  return (
    <>
      {siteOrigin && isPage(page) ? <link rel="canonical" href={`${siteOrigin}${page}`} /> : null}
      {hidden ? <meta name="robots" content="noindex" /> : null}
    </>
  );
}
