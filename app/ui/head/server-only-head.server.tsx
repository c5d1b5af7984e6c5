import { useLocation, useSearchParams } from "@remix-run/react";
import { MESSAGE_MS } from "~/quote/form/messages";
import { isPage } from "~/site/pages";
import { closeHref, hasForm, useSent } from "~/site/quote-urls";
import { structuredData } from "~/site/structured-data.server";
import { SocialTags } from "~/ui/head/social-tags.server";

/**
 * The part of <head> that is only in documents, so that no browser downloads this code. It comes last: at the end of
 * the head React 18 tolerates elements that it did not render.
 */
export const ServerOnlyHead = () => (
  <>
    <NoScriptRefresh />
    <BrowserTags />
    <SearchTags />
  </>
);

/** Without JavaScript this refresh closes the success message. `SuccessMessage` cancels it. */
function NoScriptRefresh() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const { sent, mark } = useSent();
  if (sent !== "1" || !hasForm(pathname)) return null;
  const next = closeHref(pathname, search.get("service") ?? "", mark);
  return <meta httpEquiv="refresh" content={`${MESSAGE_MS / 1000}; url=${next}`} />;
}

const BrowserTags = () => (
  <>
    {["/fonts/archivo.woff2", "/fonts/public-sans.woff2"].map((href) => (
      <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
    ))}
    <meta name="theme-color" content="#f4ede0" />
    <link rel="icon" href="/favicon.ico" sizes="32x32" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    <link rel="manifest" href="/site.webmanifest" />
  </>
);

/**
 * For search engines and link previews. Modals, result pages and unknown paths are not indexed; of these only a modal
 * has a preview.
 */
function SearchTags() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const sent = search.has("sent");
  const data = sent ? undefined : structuredData(pathname);
  return (
    <>
      {sent || !isPage(pathname) ? <meta name="robots" content="noindex" /> : null}
      {sent ? null : <SocialTags pathname={pathname} />}
      {data ? <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: data }} /> : null}
    </>
  );
}
