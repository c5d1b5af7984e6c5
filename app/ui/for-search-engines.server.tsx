import { useLocation, useSearchParams } from "@remix-run/react";
import { config } from "~/server/config.server";
import { pageAt } from "~/site/pages";
import { searchTags } from "~/site/search-tags.server";
import { structuredData } from "~/site/structured-data.server";

/**
 * What a page says to search engines and to who shares its address. Neither modals nor pages that tell of a request, nor
 * addresses without a page, are to be listed. They load documents, so a step within React need not tell them anew.
 */
export function ForSearchEngines() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  if (search.has("sent") || !pageAt(pathname)) return <meta name="robots" content="noindex" />;
  const data = structuredData(pathname, config);
  return (
    <>
      {searchTags(pathname, config).map((tag) => (
        <meta key={tag.name ?? tag.property} {...tag} />
      ))}
      {data ? <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: data }} /> : null}
    </>
  );
}
