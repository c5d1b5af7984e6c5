import { useLocation, useSearchParams } from "@remix-run/react";
import { pageColor } from "~/document/inline-css.server";
import { SocialTags } from "~/ui/head/social-tags.server";
import { structuredData } from "~/ui/head/structured-data.server";
import { isPage } from "~/urls/pages";

/**
 * The part of <head> that only the server renders, so that browsers do not download its code. It must be last: React 18 tolerates
 * unknown elements at the end of the head. Modals, result pages and unknown paths get noindex; of these only a modal has a link
 * preview.
 */
export function ServerOnlyHead() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const isResult = search.has("sent");
  const data = isResult ? undefined : structuredData(pathname);
  return (
    <>
      {["/fonts/archivo.woff2", "/fonts/public-sans.woff2"].map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
      ))}
      <meta name="theme-color" content={pageColor} />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      {isResult || !isPage(pathname) ? <meta name="robots" content="noindex" /> : null}
      {isResult ? null : <SocialTags pathname={pathname} />}
      {data ? <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: data }} /> : null}
    </>
  );
}
