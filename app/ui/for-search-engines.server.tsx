import { useLocation, useSearchParams } from "@remix-run/react";
import { config } from "~/server/config.server";
import { searchTags } from "~/site/search-tags.server";
import { structuredData } from "~/site/structured-data.server";

/** What a page says to search engines and to who shares its address; nothing where they are not to list it. */
export function ForSearchEngines() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  if (search.has("sent")) return null;
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
