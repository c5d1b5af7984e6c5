import { useLocation, useSearchParams } from "@remix-run/react";
import { config } from "~/config/config.server";
import { isPage } from "~/site/pages";
import { searchTags } from "~/site/social-tags.server";
import { structuredData } from "~/site/structured-data.server";

/**
 * What a page says to search engines and to who shares its address. Neither modals nor pages that tell of a request, nor
 * addresses without a page, are to be listed; of these a modal's address alone is one to share. They load documents, so
 * a step within React need not tell them anew.
 */
export function ForSearchEngines() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const sent = search.has("sent");
  const data = sent ? undefined : structuredData(pathname, config);
  return (
    <>
      {sent || !isPage(pathname) ? <meta name="robots" content="noindex" /> : null}
      {(sent ? [] : searchTags(pathname, config)).map((tag) => (
        <meta key={tag.name ?? tag.property} {...tag} />
      ))}
      {data ? <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: data }} /> : null}
    </>
  );
}
