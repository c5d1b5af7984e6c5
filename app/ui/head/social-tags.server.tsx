import { config } from "~/config/config.server";
import { DESCRIPTIONS, PREVIEW_ALT } from "~/contractor/search.server";
import { pageAt } from "~/urls/pages";
import { backgroundPath, titleOf } from "~/urls/quote-urls";

const { business, siteOrigin, siteUrlGiven } = config;

/**
 * A page's description and link preview: Open Graph, and the one tag that Twitter needs besides. A modal has its own title and URL,
 * and the rest of the page behind. Tags with an absolute URL are left out if SITE_URL is not set.
 */
export function SocialTags({ pathname }: { pathname: string }) {
  const page = pageAt(backgroundPath(pathname));
  if (!page) return null;
  return (
    <>
      <meta name="description" content={DESCRIPTIONS[page.path]} />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="en_US" />
      <meta property="og:site_name" content={business.name} />
      <meta property="og:title" content={titleOf(pathname)} />
      <meta property="og:description" content={DESCRIPTIONS[page.path]} />
      {siteUrlGiven ? (
        <>
          <meta property="og:url" content={siteOrigin + pathname} />
          <meta property="og:image" content={`${siteOrigin}/og.jpg`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={PREVIEW_ALT} />
        </>
      ) : null}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
