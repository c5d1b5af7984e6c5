import { useLocation } from "@remix-run/react";
import { isPage } from "~/site/pages";
import { pageBehind } from "~/site/quote-urls";

/** What the head says of the address: the page behind a modal is its canonical one. Sharing reads it at any time. */
export function PageAddress({ siteOrigin }: { siteOrigin: string | undefined }) {
  const page = pageBehind(useLocation().pathname);
  return siteOrigin && isPage(page) ? <link rel="canonical" href={`${siteOrigin}${page}`} /> : null;
}
