import { useLocation } from "@remix-run/react";
import { isPage } from "~/site/pages";
import { pageBehind } from "~/site/quote-urls";

/** The canonical URL, which for a modal is the page behind it. */
export function CanonicalLink({ siteOrigin }: { siteOrigin: string | undefined }) {
  const page = pageBehind(useLocation().pathname);
  return siteOrigin && isPage(page) ? <link rel="canonical" href={`${siteOrigin}${page}`} /> : null;
}
